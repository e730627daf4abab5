import type { Page } from "@playwright/test";
import { expectAccessibleAtBothWidths } from "#e2e/support/accounts.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { live } from "#e2e/support/list.ts";

const activity = (page: Page) => page.getByRole("region", { name: "Activity" });
const notes = (page: Page) => activity(page).getByRole("article");
const field = (page: Page) => activity(page).getByRole("textbox", { name: "Add a note" });

/* A note that failed to be saved, the keys, the question before deleting: `components/desk/verification/activity-section.browser.test.tsx`. */
test("a note is added at the top of the activity, changed with its history, and deleted by its author", async ({
  page,
  play,
  signInAs,
}) => {
  const { id } = await play("finished");
  await signInAs("compliance");
  await page.goto(`/verifications/${id}`);
  await field(page).fill("Called the customer.\nThe power of attorney is to come.");
  await page.keyboard.press("Control+Enter");
  const note = notes(page);
  await expect(note).toContainText("The power of attorney is to come.");
  // The newest entry of all.
  await expect(activity(page).getByRole("list").first().getByRole("listitem").first()).toContainText("Called the");
  await note.getByRole("button", { name: "Edit note" }).click();
  await note.getByRole("textbox", { name: "Text of the note" }).fill("The power of attorney came.");
  await note.getByRole("button", { name: "Save note" }).click();
  await expect(note.getByText("The power of attorney came.")).toBeVisible();
  await note.getByText("Show the earlier version").click();
  await expect(note.getByText("is to come.")).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await note.getByRole("button", { name: "Delete note" }).click();
  await note.getByRole("button", { name: "Delete note" }).click();
  await expect(note).toHaveCount(0);
});

test("a note of another user arrives live, cannot be changed, and for compliance is hidden from support", async ({
  page,
  play,
  signInAs,
  apiAs,
}) => {
  const { id } = await play("finished");
  await signInAs("support");
  await page.goto(`/verifications/${id}`);
  await live(page);
  await expect(field(page)).toBeVisible();
  await expect(activity(page).getByRole("checkbox")).toHaveCount(0);
  const compliance = await apiAs("compliance");
  const write = (text: string, kind: string) =>
    compliance.post(`/api/verifications/${id}/notes`, { data: { text, kind } });
  expect((await write("Between us.", "compliance")).status()).toBe(201);
  expect((await write("For everybody.", "general")).status()).toBe(201);
  await expect(notes(page)).toHaveCount(1);
  await expect(notes(page)).toContainText("For everybody.");
  await expect(notes(page).getByRole("button")).toHaveCount(0);
  await signInAs("compliance");
  await page.goto(`/verifications/${id}`);
  await expect(notes(page)).toHaveCount(2);
  await expect(notes(page).filter({ hasText: "Between us." })).toContainText("Only for compliance");
});
