import type { Page } from "@playwright/test";
import { expectAccessibleAtBothWidths } from "#e2e/support/accounts.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { live } from "#e2e/support/list.ts";

const activity = (page: Page) => page.getByRole("region", { name: "Activity" });
const notes = (page: Page) => activity(page).getByRole("article");
const field = (page: Page) => activity(page).getByRole("textbox", { name: "Add a note" });

test("a note that failed to be saved stays in its field; a saved one is changed with its history and deleted by its author", {
  tag: "@journey",
}, async ({ page, play, signInAs, expectedNoise }) => {
  expectedNoise.push(/net::ERR_FAILED/);
  const { id } = await play("finished");
  await signInAs("compliance");
  await page.goto(`/verifications/${id}`);
  const saving = /\/notes$/;
  await page.route(saving, (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
  await field(page).fill("To be kept.");
  await activity(page).getByRole("button", { name: "Add note" }).click();
  await expect(activity(page).getByRole("alert")).toContainText("Your text is still here");
  await expect(field(page)).toHaveValue("To be kept.");
  await page.unroute(saving);

  await field(page).fill("Called the customer.\nThe power of attorney is to come.");
  await page.keyboard.press("Control+Enter");
  const note = notes(page);
  await expect(note).toContainText("The power of attorney is to come.");
  await expect(field(page)).toHaveValue("");
  await expect(activity(page).locator("[data-announced]").filter({ hasText: "The note was added." })).toBeAttached();
  // The newest entry of all.
  await expect(activity(page).getByRole("list").first().getByRole("listitem").first()).toContainText("Called the");

  await note.getByRole("button", { name: "Edit note" }).click();
  const edited = note.getByRole("textbox", { name: "Text of the note" });
  await expect(edited).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(edited).toBeHidden();
  await note.getByRole("button", { name: "Edit note" }).click();
  await edited.fill("The power of attorney came.");
  await note.getByRole("button", { name: "Save note" }).click();
  await expect(note.getByText("The power of attorney came.")).toBeVisible();
  await note.getByText("Show the earlier version").click();
  await expect(note.getByText("is to come.")).toBeVisible();
  await expectAccessibleAtBothWidths(page);

  await note.getByRole("button", { name: "Delete note" }).click();
  await expect(note.getByRole("button", { name: "Keep note" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(note).toContainText("came.");
  await note.getByRole("button", { name: "Delete note" }).click();
  await note.getByRole("button", { name: "Delete note" }).click();
  await expect(note).toHaveCount(0);
  await expect(field(page)).toBeFocused();
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
