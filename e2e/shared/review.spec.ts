import type { Page } from "@playwright/test";
import { expectAccessibleAtBothWidths } from "#e2e/support/accounts.ts";
import { expectAccessible } from "#e2e/support/axe.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { live } from "#e2e/support/list.ts";

const bar = (page: Page) => page.getByRole("region", { name: "Review of this file" });
/** Opens the dialog of deciding and presses the key of a resolution in it. */
async function decide(page: Page, key: "1" | "2" | "3"): Promise<void> {
  await bar(page).getByRole("button", { name: "Decide…" }).click();
  await expect(page.getByRole("dialog").getByRole("radio", { name: "Accept" })).toBeFocused();
  await page.keyboard.press(key);
}
/** Pages offer the undo of a step for ten seconds, in which a slow page does not open; the server accepts it for longer. */
const offerUndoLonger = (page: Page) =>
  page.evaluate(() => {
    const own = window.setTimeout;
    const setTimeout = (run: () => void, ms?: number) => own(run, ms === 10_000 ? 60_000 : ms);
    Object.assign(window, { setTimeout });
  });
const HIGH = { severity: "high", message: "El RFC no coincide con la constancia." };
const MEDIUM = { severity: "medium", message: "El poder no tiene fecha.", missing_field: "Poder notarial" };

test("a decision is made by keyboard, names its exceptions, is undone, and leaves its history", {
  tag: "@journey",
}, async ({ page, play, change, signInAs }) => {
  const { id, tag } = await play("finished");
  await change(id, { kind: "reopened" }, { kind: "finished", run_id: "run-high", findings: [HIGH] });
  await signInAs("compliance");
  await page.goto(`/verifications/${id}`);
  await live(page);
  await expect(bar(page)).toContainText("Ready to decide");
  await expect(bar(page)).toContainText("Unassigned");

  await page.keyboard.press("i");
  await expect(page.getByRole("dialog", { name: "Assign to me" })).toContainText("Nobody has this file yet.");
  await page.keyboard.press("Control+Enter");
  await expect(bar(page)).toContainText("(you)");
  await page.keyboard.press("r");
  // Typed blind: the keys reach the field that the decision requires, also while the panel is loading.
  await page.keyboard.press("1");
  await page.keyboard.type("The certificate came by mail.");
  const dialog = page.getByRole("dialog", { name: `Decide: ${tag}` });
  await expect(dialog.getByRole("listitem").filter({ hasText: HIGH.message }).first()).toBeVisible();
  await expect(dialog.getByRole("textbox", { name: "Reason for the exception" })).toHaveValue(
    "The certificate came by mail.",
  );
  await page.keyboard.press("Control+Enter");
  await expect(dialog).toBeHidden();
  await expect(bar(page)).toContainText("Accepted by");
  await expect(bar(page)).toContainText("The certificate came by mail.");
  await expect(page.getByRole("region", { name: /^Messages/ }).getByText(`${tag}: accepted.`)).toBeVisible();
  await page.keyboard.press("z");
  await expect(bar(page)).toContainText("Ready to decide");
  await expect(bar(page)).not.toContainText("Accepted by");

  await page.keyboard.press("r");
  await page.keyboard.press("2");
  await dialog.getByRole("combobox", { name: "Reason" }).selectOption({ label: "5 · The tax data do not match" });
  await page.keyboard.press("Control+Enter");
  await expect(bar(page)).toContainText("Rejected");
  await expect(bar(page)).toContainText("The tax data do not match");
  await bar(page).getByText("History").click();
  const entries = bar(page).getByRole("listitem");
  await expect(entries.filter({ hasText: "Decided: Rejected" })).toBeVisible();
  await expect(entries.filter({ hasText: "Undone" })).toBeVisible();
  await expectAccessibleAtBothWidths(page);
});

test("an acceptance has the day on which the file comes back, also after Undo, and is undone from the next page; Assign shows each officer's workload", async ({
  page,
  play,
  signInAs,
}) => {
  const { id, tag } = await play("finished-clean");
  await signInAs("compliance");
  await page.goto(`/verifications/${id}`);
  await live(page);
  await expect(bar(page)).toContainText("Ready to decide");
  await bar(page).getByRole("button", { name: "Assign to me" }).click();
  await expect(bar(page)).toContainText("(you)");
  await page.keyboard.press("a");
  const assign = page.getByRole("dialog", { name: "Assign" });
  await expect(assign.getByRole("radio", { checked: true })).toHaveAccessibleName(/[1-9]\d* open/);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(assign).toHaveCount(0);
  await page.keyboard.press("r");
  const dialog = page.getByRole("dialog", { name: `Decide: ${tag}` });
  await expect(dialog).toBeVisible();
  await page.keyboard.press("1");
  const day = dialog.getByLabel("Review again on (optional)");
  await day.fill("2099-03-02");
  await page.keyboard.press("Control+Enter");
  await expect(bar(page)).toContainText("Accepted by");
  // Without its toast the key asks first, and Enter confirms.
  const toast = page.getByRole("region", { name: /^Messages/ }).getByRole("listitem");
  await toast.getByRole("button", { name: "Close" }).click();
  await page.keyboard.press("z");
  const asked = page.getByRole("dialog", { name: "Undo your last step?" });
  await expect(asked).toContainText(`${tag}: accepted.`);
  await expect(asked.getByRole("button", { name: "Undo the step" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(bar(page)).toContainText("Ready to decide");
  await page.keyboard.press("r");
  await expect(dialog.getByRole("radio", { name: "Accept" })).toBeChecked();
  await expect(day).toHaveValue("2099-03-02");
  await offerUndoLonger(page);
  await page.keyboard.press("Control+Enter");
  await expect(bar(page)).toContainText("Accepted by");
  await expect(bar(page)).toContainText(/Comes back for a periodic review on .*Mar 2, 2099/);

  await test.step("from the next page", async () => {
    const messages = page.getByRole("region", { name: /^Messages/ });
    await expect(messages.getByText(`${tag}: accepted.`)).toBeVisible();
    await page.getByRole("navigation", { name: "Main navigation" }).getByRole("link", { name: "People" }).click();
    await expect(page).toHaveURL(/\/people/);
    await messages.getByRole("button", { name: "Undo" }).click();
    // The message of the previous undo may still be shown.
    await expect(messages.getByText("Undone.").last()).toBeVisible();
    await expectAccessible(page);
    await page.goBack();
    await expect(bar(page)).toContainText("Ready to decide");
  });
});

test("keys pressed before the page is ready belong to the dialog, on the file's page and at the desk", async ({
  page,
  play,
  signInAs,
}) => {
  const { id, tag } = await play("finished-clean");
  await signInAs("compliance");
  await page.goto(`/verifications/${id}`);
  await expect(bar(page)).toContainText("Ready to decide");
  for (const address of [`/verifications/${id}`, `/review?lane=unassigned&file=${id}`]) {
    await page.goto(address, { waitUntil: "commit" });
    // The page is painted: from now on the document keeps typed keys.
    await expect(page.getByRole("main")).toBeVisible();
    await page.keyboard.press("r");
    await page.keyboard.press("2");
    const dialog = page.getByRole("dialog", { name: `Decide: ${tag}` });
    await expect(dialog.getByRole("radio", { name: "Reject" })).toBeChecked();
    await expect(dialog.getByRole("combobox", { name: "Reason" })).toBeFocused();
    await page.keyboard.press("3");
    await expect(dialog.getByRole("combobox", { name: "Reason" })).toHaveValue("documents_altered");
  }
});

test("a late finding returns a decision and is named; a copy, a label and a renewed link do not", async ({
  page,
  play,
  change,
  settled,
  sandbox,
  signInAs,
}) => {
  const { id } = await play("finished");
  await change(id, { kind: "reopened" }, { kind: "finished", run_id: "run-before", findings: [MEDIUM] });
  await signInAs("compliance");
  await page.goto(`/verifications/${id}`);
  await live(page);
  await decide(page, "1");
  await page.keyboard.press("Control+Enter");
  await expect(bar(page)).toContainText("Accepted by");

  const label = { kind: "label_added", label: "late", display_name: "Tarde", category: null, comment: null };
  await change(id, label, { kind: "reopened" }, { kind: "finished", run_id: "run-same", findings: [MEDIUM] });
  await page.getByRole("button", { name: "Update from the service" }).first().click();
  await settled(id);
  await expect(page.getByRole("region", { name: /^Labels/ })).toContainText("Tarde");
  // Each answer about people has new URLs of their PDFs.
  const renewed = page.waitForResponse((answer) => answer.url().includes(`/api/verifications/${id}/people`));
  await page.getByRole("button", { name: "Refresh people" }).click();
  expect((await renewed).ok()).toBe(true);
  await settled(id);
  await expect(bar(page)).toContainText("Another run has the same findings.");
  await expect(bar(page).getByText("Changed since decision")).toHaveCount(0);
  await expect(bar(page).getByText("Accepted", { exact: true })).toBeVisible();

  await sandbox.change(id, { kind: "reopened" }, { kind: "finished", run_id: "run-late", findings: [MEDIUM, HIGH] });
  await expect(bar(page)).toContainText("Changed since decision");
  const since = bar(page).getByRole("region", { name: /differences? since the decision/ });
  await expect(since).toContainText(`New finding, High: ${HIGH.message}`);
  // The file is back with its decider.
  await expect(bar(page)).toContainText("(you)");
  await expectAccessibleAtBothWidths(page);

  await page.keyboard.press("y");
  const ratify = page.getByRole("dialog", { name: "Ratify the decision" });
  await ratify.getByRole("textbox", { name: "Reason for the exception" }).fill("Clarified with the customer.");
  await ratify.getByRole("button", { name: "Ratify" }).click();
  await expect(since).toHaveCount(0);
  await expect(bar(page).getByText("Accepted", { exact: true })).toBeVisible();
});

test("support reads a review and changes none; changes since the last visit are listed", async ({
  page,
  play,
  change,
  signInAs,
}) => {
  const { id } = await play("finished");
  const news = page.getByRole("paragraph").filter({ hasText: /^Since you last looked/ });
  await signInAs("support");
  const kept = page.waitForResponse((answer) => answer.request().method() === "PUT" && answer.url().endsWith("/seen"));
  await page.goto(`/verifications/${id}`);
  await expect(bar(page)).toContainText("Ready to decide");
  await expect(bar(page).getByRole("button")).toHaveCount(0);
  await expect(news).toHaveCount(0);
  expect((await kept).ok()).toBe(true);
  await page.goto("/people");
  await change(id, { kind: "reopened" }, { kind: "finished", run_id: "run-new", findings: [HIGH] });
  await page.goto(`/verifications/${id}`);
  await expect(news).toContainText("1 new finding");
  await expect(page.getByRole("region", { name: /^Findings/ }).getByText("New", { exact: true })).toBeVisible();
});
