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
const close = (page: Page) => dialog(page).getByRole("button", { name: words.close, exact: true }).click();

/** Chooses the first account in the list, which follows "nobody". */
async function chooseAssignee(page: Page): Promise<void> {
  await dialog(page)
    .getByRole("button", { name: new RegExp(`^${words.assignee} `) })
    .click();
  await page.getByRole("option").nth(1).click();
}

test("several files are selected by keys and boxes, closed, restored by Undo except those changed since, assigned, and set to wait", async ({
  page,
  play,
  apiAs,
  signInAs,
  expectedNoise,
}) => {
  expectedNoise.push(/status of 503/);
  const family = newTag();
  const [a, b, c] = [`${family}-a`, `${family}-b`, `${family}-c`];
  await play("finished", c);
  await play("finished", b);
  const { id: idOfA } = await play("finished", a);
  await signInAs("compliance");
  await page.goto(`/verifications?q=${family}&sort=tag`);
  await live(page);
  await expect(table(page).getByRole("link")).toHaveText([a, b, c]);
  const review = async (tag: string) => (await cellsOf(page, tag))("Review");

  await test.step("selected by keys", async () => {
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
  });

  await test.step("closed with a reason", async () => {
    await bar(page).getByRole("button", { name: words.bar.close, exact: true }).click();
    await expectAccessibleAtBothWidths(page);
    await dialog(page).getByLabel(words.reason).selectOption("no_answer");
    await page.keyboard.press("Control+Enter");
    await expect(dialog(page)).toContainText("2 changed");
    await close(page);
    await expect(bar(page)).toHaveCount(0);
    for (const tag of [a, c]) await expect(await review(tag)).toContainText("Closed without decision");
  });

  await test.step("restored by Undo, except one changed by others since, with their number", async () => {
    const colleague = await apiAs("compliance");
    await changeByApi(colleague, idOfA, { state: "open" });
    const messages = page.getByRole("region", { name: /^Messages/ });
    const undo = messages.getByRole("button", { name: "Undo" });
    await expect(undo).toBeVisible();
    // The offer stays when Escape closes something else.
    await page.keyboard.press("Escape");
    await undo.click();
    await expect(messages).toContainText("Undone, except for files with a later step: 1.");
    await expect(await review(c)).toContainText("Open, Ready to decide");
    expect(await reviewOf(colleague, idOfA)).toMatchObject({ state: "open" });
  });

  await test.step("selected by boxes and assigned to another user, once more after a failure", async () => {
    await rowOf(page, b).hover();
    await box(page, b).click();
    await box(page, c).click({ modifiers: ["Shift"] });
    await expect(bar(page)).toContainText("2 selected");
    await bar(page).getByRole("button", { name: words.bar.assign }).click();
    const assign = dialog(page).getByRole("button", { name: "Assign 2 files" });
    await assign.click();
    await expect(dialog(page)).toContainText(words.missing.assign);
    await chooseAssignee(page);
    await page.route(/\/api\/review\/bulk$/, (route) => route.fulfill(BROKEN));
    await assign.click();
    await expect(dialog(page)).toContainText("Interrupted: ");
    await page.unrouteAll();
    const request = page.waitForRequest(/\/api\/review\/bulk$/);
    await dialog(page).getByRole("button", { name: "Try 2 files again" }).click();
    expect((await request).postDataJSON().ids).toHaveLength(2);
    await expect(dialog(page)).toContainText("2 of 2 done · 2 changed");
    await expectAccessibleAtBothWidths(page);
    await close(page);
    await expect(bar(page)).toHaveCount(0);
    for (const tag of [b, c]) await expect(await review(tag)).toContainText(/Open, Ready to decide, (?!Unassigned)/);
    await expect(await review(a)).toContainText("Unassigned");
  });

  await test.step("set to wait, until a day to come", async () => {
    await rowOf(page, a).hover();
    await box(page, a).click();
    await box(page, b).click({ modifiers: ["Shift"] });
    await expect(bar(page)).toContainText("2 selected");
    await bar(page).getByRole("button", { name: words.bar.wait }).click();
    const day = dialog(page).getByLabel(words.day);
    await day.fill("2001-01-01");
    await dialog(page).getByRole("button", { name: "Let 2 files wait" }).click();
    // Either the browser or the page reports it: a day in the past is not sent.
    await expect(day).toBeVisible();
    await day.fill(`${new Date().getUTCFullYear() + 1}-06-15`);
    await dialog(page).getByRole("button", { name: "Let 2 files wait" }).click();
    await expect(dialog(page)).toContainText("2 changed");
    await close(page);
    for (const tag of [a, b]) await expect(await review(tag)).toContainText("Waiting for customer");
  });

  await test.step("deselected by Escape, and by another filter", async () => {
    await rowOf(page, a).hover();
    await box(page, a).click();
    await expect(bar(page)).toContainText("1 selected");
    await bar(page).getByRole("button", { name: "Select all 3" }).click();
    await expect(bar(page)).toContainText("3 selected");
    await page.keyboard.press("Escape");
    await expect(bar(page)).toHaveCount(0);
    await box(page, a).click();
    await expect(bar(page)).toContainText("1 selected");
    await page.getByRole("search").getByRole("textbox").fill(b);
    await expect(table(page).getByRole("link")).toHaveCount(1);
    await expect(bar(page)).toHaveCount(0);
  });
});
