import type { Page } from "@playwright/test";
import { expectAccessibleAtBothWidths } from "#e2e/support/accounts.ts";
import { BROKEN } from "#e2e/support/failures.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { cellsOf, live, rowOf, table } from "#e2e/support/list.ts";
import { MESSAGES } from "#e2e/support/messages.ts";
import { changeByApi, reviewOf } from "#e2e/support/reviews.ts";
import { newTag } from "#e2e/support/sandbox.ts";

const words = MESSAGES.en["review-bulk"];
const bar = (page: Page) => page.getByRole("region", { name: words.bar.label });
const dialog = (page: Page) => page.getByRole("dialog");
const box = (page: Page, tag: string) => rowOf(page, tag).getByRole("checkbox");

/** Chooses the first account, after nobody. */
async function chooseAssignee(page: Page): Promise<void> {
  await dialog(page)
    .getByRole("button", { name: new RegExp(`^${words.assignee} `) })
    .click();
  await page.getByRole("option").nth(1).click();
}

/** Three files that wait for a decision, the newest first, and the list of them. */
async function openThree(page: Page, play: (scenario: string, tag: string) => Promise<{ tag: string }>) {
  const family = newTag();
  for (const name of ["c", "b", "a"]) await play("finished", `${family}-${name}`);
  await page.goto(`/verifications?q=${family}&sort=tag`);
  await live(page);
  await expect(table(page).getByRole("link")).toHaveCount(3);
  return ["a", "b", "c"].map((name) => `${family}-${name}`) as [string, string, string];
}

test.describe("several files", () => {
  test.beforeEach(({ signInAs }) => signInAs("compliance"));

  test("are selected by keys, and assigned to another user", async ({ page, play }) => {
    const [a, b, c] = await openThree(page, play);
    await page.keyboard.press("x");
    await expect(box(page, a)).toBeChecked();
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("Shift+X");
    for (const tag of [a, b, c]) await expect(box(page, tag)).toBeChecked();
    await expect(bar(page)).toContainText("3 selected");
    await page.keyboard.press("k");
    await page.keyboard.press("x");
    await expect(box(page, b)).not.toBeChecked();
    await expectAccessibleAtBothWidths(page);

    await bar(page).getByRole("button", { name: words.bar.assign }).click();
    await dialog(page).getByRole("button", { name: "Assign 2 files" }).click();
    await expect(dialog(page)).toContainText(words.missing.assign);
    await chooseAssignee(page);
    const request = page.waitForRequest(/\/api\/review\/bulk$/);
    await dialog(page).getByRole("button", { name: "Assign 2 files" }).click();
    expect((await request).postDataJSON().ids).toHaveLength(2);
    await expect(dialog(page)).toContainText("2 of 2 done · 2 changed");
    await expectAccessibleAtBothWidths(page);
    await dialog(page).getByRole("button", { name: words.close }).click();
    await expect(bar(page)).toHaveCount(0);
    await expect((await cellsOf(page, a))("Review")).toContainText(/Open, Ready to decide, (?!Unassigned)/);
    await expect((await cellsOf(page, b))("Review")).toContainText("Unassigned");
  });

  test("are selected by boxes, set to wait or closed with a reason", async ({ page, play }) => {
    const [a, b, c] = await openThree(page, play);
    await rowOf(page, a).hover();
    await box(page, a).click();
    await box(page, b).click({ modifiers: ["Shift"] });
    await expect(bar(page)).toContainText("2 selected");
    await bar(page).getByRole("button", { name: words.bar.wait }).click();
    await dialog(page).getByLabel(words.day).fill("2001-01-01");
    await dialog(page).getByRole("button", { name: "Let 2 files wait" }).click();
    // Whether the browser says so, or the page: a day that is past is not sent.
    await expect(dialog(page).getByLabel(words.day)).toBeVisible();
    await dialog(page)
      .getByLabel(words.day)
      .fill(`${new Date().getUTCFullYear() + 1}-06-15`);
    await dialog(page).getByRole("button", { name: "Let 2 files wait" }).click();
    await expect(dialog(page)).toContainText("2 changed");
    await dialog(page).getByRole("button", { name: words.close }).click();
    for (const tag of [a, b]) await expect((await cellsOf(page, tag))("Review")).toContainText("Waiting for customer");

    await rowOf(page, c).hover();
    await box(page, c).click();
    await bar(page).getByRole("button", { name: words.bar.close, exact: true }).click();
    await expectAccessibleAtBothWidths(page);
    await dialog(page).getByLabel(words.reason).selectOption("no_answer");
    await dialog(page).getByRole("button", { name: "Close 1 file" }).click();
    await expect(dialog(page)).toContainText("1 changed");
    await dialog(page).getByRole("button", { name: words.close, exact: true }).click();
    await expect((await cellsOf(page, c))("Review")).toContainText("Closed without decision");
  });

  test("are restored by Undo except those changed by others since, with their number", async ({
    page,
    play,
    apiAs,
  }) => {
    const [a, b] = await openThree(page, play);
    const colleague = await apiAs("compliance");
    const [{ verification_id }] = (await (await colleague.get(`/api/verifications?q=${a}`)).json()).items;
    await page.keyboard.press("x");
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    await expect(bar(page)).toContainText("2 selected");
    await bar(page).getByRole("button", { name: words.bar.close, exact: true }).click();
    await dialog(page).getByLabel(words.reason).selectOption("no_answer");
    await page.keyboard.press("Control+Enter");
    await expect(dialog(page)).toContainText("2 changed");
    await dialog(page).getByRole("button", { name: words.close, exact: true }).click();
    await expect(bar(page)).toHaveCount(0);
    await changeByApi(colleague, verification_id, { state: "open" });
    const messages = page.getByRole("region", { name: /^Messages/ });
    const undo = messages.getByRole("button", { name: "Undo" });
    await expect(undo).toBeVisible();
    // The offer stays while something else is left by that key.
    await page.keyboard.press("Escape");
    await undo.click();
    await expect(messages).toContainText("Undone, except for files with a later step: 1.");
    await expect((await cellsOf(page, b))("Review")).toContainText("Open, Ready to decide");
    expect(await reviewOf(colleague, verification_id)).toMatchObject({ state: "open" });
  });

  test("that failed are named, and can be retried", async ({ page, play, expectedNoise }) => {
    expectedNoise.push(/status of 503/);
    const [a] = await openThree(page, play);
    await rowOf(page, a).hover();
    await box(page, a).click();
    await bar(page).getByRole("button", { name: words.bar.assign }).click();
    await chooseAssignee(page);
    await page.route(/\/api\/review\/bulk$/, (route) => route.fulfill(BROKEN));
    await dialog(page).getByRole("button", { name: "Assign 1 file" }).click();
    await expect(dialog(page)).toContainText("Interrupted: ");
    await page.unrouteAll();
    await dialog(page).getByRole("button", { name: "Try 1 file again" }).click();
    await expect(dialog(page)).toContainText("1 of 1 done · 1 changed");
  });

  test("are deselected by another filter and by Escape", async ({ page, play }) => {
    const [a, b] = await openThree(page, play);
    await page.keyboard.press("x");
    await expect(bar(page)).toContainText("1 selected");
    await bar(page).getByRole("button", { name: "Select all 3" }).click();
    await expect(bar(page)).toContainText("3 selected");
    await page.keyboard.press("Escape");
    await expect(bar(page)).toHaveCount(0);
    await rowOf(page, a).hover();
    await box(page, a).click();
    await expect(bar(page)).toContainText("1 selected");
    await page.getByRole("search").getByRole("textbox").fill(b);
    await expect(table(page).getByRole("link")).toHaveCount(1);
    await expect(bar(page)).toHaveCount(0);
  });
});

test("support selects no file, and an admin may only assign", async ({ page, play, signInAs }) => {
  const { tag } = await play("finished");
  await signInAs("support");
  await page.goto(`/verifications?q=${tag}`);
  await live(page);
  await rowOf(page, tag).hover();
  await expect(table(page).getByRole("checkbox")).toHaveCount(0);
  await page.keyboard.press("x");
  await expect(bar(page)).toHaveCount(0);
  // A page of the session that ends here would still ask, and be refused.
  await page.goto("about:blank");
  await signInAs("admin");
  await page.goto(`/verifications?q=${tag}`);
  await live(page);
  await page.keyboard.press("x");
  await expect(bar(page).getByRole("button", { name: words.bar.assign })).toBeVisible();
  await expect(bar(page).getByRole("button", { name: words.bar.wait })).toHaveCount(0);
});
