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

test.beforeEach(({ signInAs }) => signInAs("compliance"));

test("each built-in view links to its filter, and shows the number of its files", async ({ page, play }) => {
  await play("finished");
  await page.goto("/verifications");
  await expect(tab(page, words.all)).toHaveAttribute("aria-current", "page");
  await expect(tab(page, words.builtIn.ready)).toContainText(/[1-9]\d* files?/);
  await tab(page, words.builtIn.ready).click();
  await expect(page).toHaveURL("/verifications?without_severity=high&review=open&reason=decision&sort=due");
  await expect(tab(page, words.builtIn.ready)).toHaveAttribute("aria-current", "page");
  await expect(page.getByRole("button", { name: "Remove Reason: Ready to decide" })).toBeVisible();
  await expect(table(page).getByRole("link").first()).toBeVisible();
  await page.goBack();
  await expect(tab(page, words.all)).toHaveAttribute("aria-current", "page");
});

test("a reviewer saves a filter as a private view, renames it and deletes it", async ({ page, play }) => {
  const { tag } = await play("finished");
  const [name, renamed] = [`View ${tag}`, `Again ${tag}`];
  await page.goto(`/verifications?status=finished&q=${tag}`);
  await live(page);
  await views(page).getByRole("button", { name: words.save }).click();
  await expect(dialog(page)).toContainText("Status: Finished");
  await dialog(page).getByRole("button", { name: words.dialog.save, exact: true }).click();
  await expect(dialog(page)).toContainText(words.dialog.noName);
  await dialog(page).getByLabel(words.dialog.name).fill(name);
  await expect(dialog(page).getByRole("checkbox")).not.toBeChecked();
  await expectAccessibleAtBothWidths(page);
  await page.keyboard.press("Enter");
  await expect(tab(page, name)).toHaveAttribute("aria-current", "page");
  await expectAccessibleAtBothWidths(page);

  await page.goto("/verifications");
  await live(page);
  await tab(page, name).click();
  await expect(page).toHaveURL(`/verifications?status=finished&q=${tag}`);
  await expect(rowOf(page, tag)).toBeVisible();

  const menu = views(page).getByRole("button", { name: `Change the view ${name}` });
  await menu.click();
  await page.getByRole("menuitem", { name: words.menu.change }).click();
  await dialog(page).getByLabel(words.dialog.name).fill(renamed);
  await page.keyboard.press("Enter");
  await expect(tab(page, renamed)).toBeVisible();
  await expect(tab(page, name)).toHaveCount(0);

  // Another filter in its place: the name stays.
  await page.goto(`/verifications?status=finished&q=${tag}&sort=tag`);
  await live(page);
  await views(page).getByRole("button", { name: words.save }).click();
  await dialog(page)
    .getByLabel(words.dialog.saveAs)
    .selectOption({ label: `In place of ${renamed}` });
  await expect(dialog(page).getByLabel(words.dialog.name)).toHaveValue(renamed);
  await dialog(page).getByRole("button", { name: words.dialog.save, exact: true }).click();
  await expect(tab(page, renamed)).toHaveAttribute("aria-current", "page");
  await expect(tab(page, renamed)).toHaveCount(1);

  await views(page)
    .getByRole("button", { name: `Change the view ${renamed}` })
    .click();
  await page.getByRole("menuitem", { name: words.menu.delete }).click();
  await dialog(page).getByRole("button", { name: words.delete.submit }).click();
  await expect(tab(page, renamed)).toHaveCount(0);
  await expect(rowOf(page, tag)).toBeVisible();
});

test("shared views have the order that the team sets", async ({ page, apiAs }) => {
  const api = await apiAs("admin");
  const [one, other] = [`One ${newTag()}`, `Other ${newTag()}`];
  const ids: string[] = [];
  for (const name of [one, other]) {
    const answer = await api.post("/api/views", { data: { name, query: `q=${newTag()}`, shared: true } });
    ids.push((await answer.json()).view_id);
  }
  const names = async () => (await views(page).getByRole("link").allTextContents()).map((text) => text.trim());
  const isBefore = async () => {
    const shown = await names();
    const place = (name: string) => shown.findIndex((text) => text.startsWith(name));
    return place(other) !== -1 && place(other) < place(one);
  };
  await page.goto("/verifications");
  await live(page);
  await tab(page, other).click();
  expect(await isBefore()).toBe(false);
  // Views of other tests may stand between them.
  await expect(async () => {
    await views(page)
      .getByRole("button", { name: `Change the view ${other}` })
      .click();
    await page.getByRole("menuitem", { name: words.menu.before }).click();
    await expect.poll(isBefore, { timeout: 1_000 }).toBe(true);
  }).toPass();
  await page.reload();
  await expect(tab(page, other)).toBeVisible();
  expect(await isBefore()).toBe(true);
  for (const id of ids) await api.delete(`/api/views/${id}`);
});

test("a shared view is visible to everybody, and support cannot change it", async ({ page, apiAs, signInAs }) => {
  await signInAs("support");
  const api = await apiAs("admin");
  const name = `Shared ${newTag()}`;
  const answer = await api.post("/api/views", { data: { name, query: `q=${newTag()}`, shared: true } });
  const { view_id } = await answer.json();
  await page.goto("/verifications");
  await live(page);
  await tab(page, name).click();
  await expect(tab(page, name)).toHaveAttribute("aria-current", "page");
  await expect(views(page).getByRole("button")).toHaveCount(0);
  await api.delete(`/api/views/${view_id}`);
});

test("no view contains text that may name a person", async ({ page }) => {
  await page.goto("/verifications");
  await live(page);
  await search(page).fill("Maderas del Sur");
  await page.keyboard.press("Enter");
  await views(page).getByRole("button", { name: words.save }).click();
  await expect(dialog(page)).toContainText("may name a person");
  await expect(dialog(page).getByRole("textbox")).toHaveCount(0);
});
