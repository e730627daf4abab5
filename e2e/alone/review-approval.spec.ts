import type { APIRequestContext, Page } from "@playwright/test";
import { expectAccessibleAtBothWidths } from "#e2e/support/accounts.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { live } from "#e2e/support/list.ts";
import { newUser } from "#e2e/support/users.ts";

const SETTINGS = "/api/settings/review";

const bar = (page: Page) => page.getByRole("region", { name: "Review of this file" });
const said = (page: Page, words: string) => page.locator("[data-slot=toast]").filter({ hasText: words });
const dialog = (page: Page) => page.getByRole("dialog");

/** The policy applies to the whole installation: a test that changes it restores it. */
async function changePolicy(admin: APIRequestContext, approval: "never" | "always"): Promise<void> {
  const policy = await (await admin.get(SETTINGS)).json();
  expect((await admin.put(SETTINGS, { data: { ...policy, approval } })).ok()).toBe(true);
}

/** Approves or refuses a waiting decision by the API. */
async function answer(api: APIRequestContext, id: string, approve: boolean, reason: string): Promise<void> {
  const { review } = await (await api.get(`/api/verifications/${id}`)).json();
  const data = { version: review.version, approve, reason };
  const answered = await api.post(`/api/verifications/${id}/review/approval`, { data });
  expect(answered.status(), await answered.text()).toBe(200);
}

/** Decides in the open dialog. */
async function save(page: Page, key: "1" | "2", words: string): Promise<void> {
  // The focus is on the chosen option, or else on the first one.
  await expect(dialog(page).locator("input[type=radio]:focus")).toBeVisible();
  await page.keyboard.press(key);
  if (key === "2") await dialog(page).getByRole("combobox", { name: "Reason" }).selectOption({ index: 1 });
  await dialog(page)
    .getByRole("textbox", { name: /^(Comment|Reason)/ })
    .fill(words);
  await page.keyboard.press("Control+Enter");
  await expect(dialog(page)).toHaveCount(0);
}

const decide = async (page: Page, key: "1" | "2", words: string): Promise<void> => {
  await bar(page).getByRole("button", { name: "Decide…" }).click();
  await save(page, key, words);
};

test("each step of a decision with approval shows its author in the file, its history, the list, the trail and the record", {
  tag: "@journey",
}, async ({ browser, page, play, installation: { origin }, apiAs, playwright, signInAs }) => {
  const admin = await apiAs("admin");
  const ana = await newUser(admin, "Ana Robles", "compliance");
  const raul = await newUser(admin, "Raúl Prieto", "compliance");
  const approver = await playwright.request.newContext({ baseURL: origin, extraHTTPHeaders: { origin } });
  const signIn = { email: raul.email, password: raul.password };
  expect((await approver.post("/api/session", { data: signIn })).ok()).toBe(true);
  const { id, tag } = await play("finished-clean");
  const account = { email: ana.email, password: ana.password };
  expect((await page.request.post("/api/session", { data: account, headers: { origin } })).ok()).toBe(true);
  await page.goto(`/verifications/${id}`);
  await live(page);
  // The file comes into the queue after its deliveries are applied.
  await expect(bar(page)).toContainText("Ready to decide");
  const history = bar(page)
    .getByRole("listitem")
    .filter({ has: page.getByRole("time") });
  const newest = history.first();

  try {
    await test.step("a decision that needs approval since its dialog was opened is announced as sent for approval", async () => {
      await bar(page).getByRole("button", { name: "Decide…" }).click();
      await expect(dialog(page).getByRole("radio", { name: "Accept" })).toBeFocused();
      await page.keyboard.press("1");
      await expect(dialog(page).getByRole("button", { name: "Accept" })).toBeVisible();
      await changePolicy(admin, "always");
      await save(page, "1", "Everything is in order.");
      await expect(said(page, "sent for approval.")).toBeAttached();
      await expect(said(page, "accepted.")).toHaveCount(0);
      await expect(bar(page)).toContainText("Awaiting approval");
      await expect(bar(page)).toContainText("Proposed: accept, by Ana Robles");
      await expect(bar(page)).not.toContainText("Accepted");
      await expect(bar(page)).toContainText("Yours: waits for another officer");
      await expectAccessibleAtBothWidths(page);
      await page.emulateMedia({ media: "print" });
      await expect(bar(page).getByText("Proposed: accept, by Ana Robles")).toBeVisible();
      await expect(bar(page).getByText("History")).toBeHidden();
      await page.emulateMedia({ media: "screen" });
    });

    await test.step("the author withdraws the proposal, with a reason", async () => {
      await page.keyboard.press("b");
      await expect(dialog(page)).toHaveAccessibleName("Withdraw your proposal");
      await dialog(page).getByRole("textbox", { name: "Why (optional)" }).fill("I had the wrong file.");
      await dialog(page).getByRole("button", { name: "Withdraw" }).click();
      await expect(said(page, "proposal withdrawn.")).toBeAttached();
      await bar(page).getByText("History").click();
      await expect(newest).toContainText("Proposal withdrawn · Ana Robles“I had the wrong file.”");
      await expect(history.nth(1)).toContainText("Proposed, for approval: Accept · Ana Robles");
      await expect(bar(page)).not.toContainText("Returned by the approver");
    });

    await test.step("another officer returns the proposal, with a reason", async () => {
      await decide(page, "2", "The deed is illegible.");
      await expect(bar(page)).toContainText("Proposed: reject, by Ana Robles");
      await answer(approver, id, false, "The second page is legible.");
      await expect(bar(page)).toContainText("(you)");
      await page.reload();
      await live(page);
      await expect(bar(page)).toContainText("Returned by Raúl Prieto “The second page is legible.”");
      await bar(page).getByRole("button", { name: "Decide…" }).click();
      await expect(dialog(page).getByRole("radio", { name: "Reject" })).toBeChecked();
      await expect(dialog(page).getByRole("textbox")).toHaveValue("The deed is illegible.");
      await page.keyboard.press("Escape");
      await bar(page).getByText("History").click();
      await expect(newest).toContainText("Returned by the approver · Raúl Prieto“The second page is legible.”");
    });

    await test.step("an approver reads the reason and the earlier return before the answer", async () => {
      await decide(page, "1", "The deed is legible after all.");
      const desk = await browser.newContext();
      const other = await desk.newPage();
      expect((await other.request.post("/api/session", { data: signIn, headers: { origin } })).ok()).toBe(true);
      await other.goto(`/verifications/${id}`);
      await live(other);
      await other.keyboard.press("y");
      await expect(dialog(other)).toContainText("“The deed is legible after all.”");
      await expect(dialog(other)).toContainText("Returned before:");
      await expect(dialog(other)).toContainText("“The second page is legible.”");
      await desk.close();
    });

    await test.step("after approval the file names both authors, with the text of each", async () => {
      await answer(approver, id, true, "I have seen the original.");
      await expect(bar(page)).toContainText("Accepted by Ana Robles");
      await expect(bar(page)).toContainText(/Approved by Raúl Prieto, .*“I have seen the original.”/);
      await expect(bar(page)).toContainText("“The deed is legible after all.”");
      await expectAccessibleAtBothWidths(page);
    });

    await test.step("so do the row, the record and the trail", async () => {
      await page.goto(`/verifications?q=${encodeURIComponent(tag)}`);
      await expect(page.getByRole("main")).toContainText("Accepted, by Ana Robles, approved by Raúl Prieto");
      await page.goto(`/verifications/${id}/decision`);
      const record = page.getByRole("region", { name: "Accepted" });
      await expect(record).toContainText(/Proposed byAna Robles/);
      await expect(record).toContainText(/Approved byRaúl Prieto.*“I have seen the original.”/);
      await expect(record).toContainText("The deed is legible after all.");
      await expectAccessibleAtBothWidths(page);
      await signInAs("admin");
      await page.goto(`/audit?id=${id}`);
      const entries = page.getByRole("main").getByRole("listitem");
      const first = entries.filter({ hasText: "Answered a proposed decision" }).first();
      await expect(first).toContainText("AnswerApproved");
      await expect(entries.filter({ hasText: "AnswerWithdrawn by its author" })).toHaveCount(1);
      await expect(entries.filter({ hasText: "AnswerReturned" })).toHaveCount(1);
      await expect(entries.filter({ hasText: "StateAwaiting approval" })).toHaveCount(3);
      await expect(entries.filter({ hasText: "StateResolved" })).toHaveCount(0);
    });
  } finally {
    await changePolicy(admin, "never");
    await approver.dispose();
  }
});
