import type { Page } from "@playwright/test";
import { expectAccessibleAtBothWidths } from "#e2e/support/accounts.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { live, rowOf, search, table } from "#e2e/support/list.ts";
import { MESSAGES } from "#e2e/support/messages.ts";
import { newTag } from "#e2e/support/sandbox.ts";

const words = MESSAGES.en.views;
const views = (page: Page) => page.getByRole("navigation", { name: words.label });
const tab = (page: Page, name: string) => views(page).getByRole("link", { name });
const dialog = (page: Page) => page.getByRole("dialog");
const isOpen = (page: Page, name: string) => expect(tab(page, name)).toHaveAttribute("aria-current", "page");

async function chooseFromMenu(page: Page, view: string, item: string) {
  await views(page)
    .getByRole("button", { name: `Change the view ${view}` })
    .click();
  await page.getByRole("menuitem", { name: item }).click();
}

/* The right to share and change views is tested by `app/api/views.db.test.ts`. */
test("built-in views show the numbers of their files; a reviewer saves, renames, replaces and deletes a private view, and orders shared ones", async ({
  page,
  play,
  apiAs,
  signInAs,
}) => {
  const { tag } = await play("finished");
  const admin = await apiAs("admin");
  const [one, other] = [`One ${newTag()}`, `Other ${newTag()}`];
  const ids: string[] = [];
  for (const name of [one, other]) {
    const answer = await admin.post("/api/views", { data: { name, query: `q=${newTag()}`, shared: true } });
    ids.push((await answer.json()).view_id);
  }
  await signInAs("compliance");
  await page.goto("/verifications");
  await live(page);

  await test.step("a built-in view", async () => {
    await isOpen(page, words.all);
    await expect(tab(page, words.builtIn.ready)).toContainText(/[1-9]\d* files?/);
    await tab(page, words.builtIn.ready).click();
    await expect(page).toHaveURL("/verifications?without_severity=high&review=open&reason=decision&sort=due");
    await isOpen(page, words.builtIn.ready);
    await expect(page.getByRole("button", { name: "Remove Reason: Ready to decide" })).toBeVisible();
    await expect(table(page).getByRole("link").first()).toBeVisible();
    await page.goBack();
    await isOpen(page, words.all);
  });

  const [name, renamed] = [`View ${tag}`, `Again ${tag}`];
  const save = views(page).getByRole("button", { name: words.save });
  const submit = dialog(page).getByRole("button", { name: words.dialog.save, exact: true });
  await test.step("the filter and search of the list, saved under a name", async () => {
    await search(page).fill(tag);
    await page
      .getByRole("region", { name: "Filters" })
      .getByRole("button", { name: /^Status/ })
      .click();
    await page.getByRole("checkbox", { name: "Finished" }).check();
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(`/verifications?status=finished&q=${tag}`);
    await save.click();
    await expect(dialog(page)).toContainText("Status: Finished");
    await submit.click();
    await expect(dialog(page)).toContainText(words.dialog.noName);
    await dialog(page).getByLabel(words.dialog.name).fill(name);
    await expect(dialog(page).getByRole("checkbox")).not.toBeChecked();
    await expectAccessibleAtBothWidths(page);
    await page.keyboard.press("Enter");
    await isOpen(page, name);
    await expectAccessibleAtBothWidths(page);
    await tab(page, words.all).click();
    await expect(page).toHaveURL("/verifications");
    await tab(page, name).click();
    await expect(page).toHaveURL(`/verifications?status=finished&q=${tag}`);
    await expect(rowOf(page, tag)).toBeVisible();
  });

  await test.step("another name", async () => {
    await chooseFromMenu(page, name, words.menu.change);
    await dialog(page).getByLabel(words.dialog.name).fill(renamed);
    await page.keyboard.press("Enter");
    await expect(tab(page, renamed)).toBeVisible();
    await expect(tab(page, name)).toHaveCount(0);
  });

  await test.step("another order in its place: the name stays", async () => {
    await table(page).getByRole("columnheader", { name: "File" }).getByRole("button").click();
    await expect(page).toHaveURL(`/verifications?status=finished&q=${tag}&sort=tag`);
    await save.click();
    await dialog(page)
      .getByLabel(words.dialog.saveAs)
      .selectOption({ label: `In place of ${renamed}` });
    await expect(dialog(page).getByLabel(words.dialog.name)).toHaveValue(renamed);
    await submit.click();
    await isOpen(page, renamed);
    await expect(tab(page, renamed)).toHaveCount(1);
  });

  await test.step("deleted, without its files", async () => {
    await chooseFromMenu(page, renamed, words.menu.delete);
    await dialog(page).getByRole("button", { name: words.delete.submit }).click();
    await expect(tab(page, renamed)).toHaveCount(0);
    await expect(rowOf(page, tag)).toBeVisible();
  });

  await test.step("no text that may name a person", async () => {
    await search(page).fill("Maderas del Sur");
    await page.keyboard.press("Enter");
    await save.click();
    await expect(dialog(page)).toContainText("may name a person");
    await expect(dialog(page).getByRole("textbox")).toHaveCount(0);
    await page.keyboard.press("Escape");
  });

  await test.step("shared views in the order that the team sets", async () => {
    const placeOf = async (view: string) =>
      (await views(page).getByRole("link").allTextContents()).findIndex((text) => text.trim().startsWith(view));
    await tab(page, other).click();
    await isOpen(page, other);
    let place = await placeOf(other);
    expect(place).toBeGreaterThan(await placeOf(one));
    // Views of other tests may be between them.
    while (place > (await placeOf(one))) {
      await chooseFromMenu(page, other, words.menu.before);
      await expect.poll(() => placeOf(other)).toBeLessThan(place);
      place = await placeOf(other);
    }
    const { items } = await (await admin.get("/api/views")).json();
    const kept: string[] = items.map(({ view_id }: { view_id: string }) => view_id);
    expect(kept.filter((id) => ids.includes(id))).toEqual(ids.toReversed());
  });
  for (const id of ids) await admin.delete(`/api/views/${id}`);
});
