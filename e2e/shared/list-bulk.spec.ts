import { expect, test } from "#e2e/support/fixtures.ts";
import { cellsOf, live, rowOf, table } from "#e2e/support/list.ts";
import { MESSAGES } from "#e2e/support/messages.ts";
import { changeByApi, reviewOf } from "#e2e/support/reviews.ts";
import { newTag } from "#e2e/support/sandbox.ts";

const words = MESSAGES.en["review-bulk"];

/* The bar of selected files and its dialogs: `components/review/bulk-bar.browser.test.tsx`. */
test("several files are selected by keys, closed, and restored by Undo except those changed since", {
  tag: "@journey",
}, async ({ page, play, apiAs, signInAs }) => {
  const family = newTag();
  const [a, b] = [`${family}-a`, `${family}-b`];
  await play("finished", b);
  const { id: idOfA } = await play("finished", a);
  await signInAs("compliance");
  await page.goto(`/verifications?q=${family}&sort=tag`);
  await live(page);
  await expect(table(page).getByRole("link")).toHaveText([a, b]);
  const review = async (tag: string) => (await cellsOf(page, tag))("Review");
  const bar = page.getByRole("region", { name: words.bar.label });
  const dialog = page.getByRole("dialog");

  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  for (const tag of [a, b]) await expect(rowOf(page, tag).getByRole("checkbox")).toBeChecked();
  await bar.getByRole("button", { name: words.bar.close, exact: true }).click();
  await dialog.getByLabel(words.reason).selectOption("no_answer");
  await page.keyboard.press("Control+Enter");
  await expect(dialog).toContainText("2 changed");
  await dialog.getByRole("button", { name: words.close, exact: true }).click();
  for (const tag of [a, b]) await expect(await review(tag)).toContainText("Closed without decision");

  const colleague = await apiAs("compliance");
  await changeByApi(colleague, idOfA, { state: "open" });
  const messages = page.getByRole("region", { name: /^Messages/ });
  await messages.getByRole("button", { name: "Undo" }).click();
  await expect(messages).toContainText("Undone, except for files with a later step: 1.");
  await expect(await review(b)).toContainText("Open, Ready to decide");
  expect(await reviewOf(colleague, idOfA)).toMatchObject({ state: "open" });
});
