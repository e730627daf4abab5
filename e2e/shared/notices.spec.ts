import { expect, test } from "#e2e/support/fixtures.ts";
import { pressOn } from "#e2e/support/keyboard.ts";
import { live } from "#e2e/support/list.ts";
import { MESSAGES } from "#e2e/support/messages.ts";
import { newTag } from "#e2e/support/sandbox.ts";
import { newUser } from "#e2e/support/users.ts";
import type { NoticeList } from "#lib/outbound/contract/notices/notice.ts";

const words = MESSAGES.en;

test("a file that is handed over is announced in the bell of its new officer, who opens it from there", async ({
  browser,
  page,
  play,
  signInAs,
  apiAs,
  installation: { origin },
}) => {
  const admin = await apiAs("admin");
  const officer = await newUser(admin, `Inés ${newTag()}`, "compliance");
  const { id, tag } = await play("finished-clean");
  const review = async () => (await (await admin.get(`/api/verifications/${id}`)).json()).review;
  await expect.poll(async () => (await review()).state).toBe("open");
  const context = await browser.newContext({ baseURL: origin });
  const theirs = await context.newPage();
  const account = { email: officer.email, password: officer.password };
  expect((await theirs.request.post("/api/session", { data: account, headers: { origin } })).ok()).toBe(true);
  await theirs.goto("/people");
  await live(theirs);
  const bell = theirs.getByRole("button", { name: words.shell.bell.label });
  await expect(bell).toBeVisible();

  await signInAs("compliance");
  await page.goto(`/verifications/${id}`);
  await live(page);
  await expect(page.getByRole("region", { name: "Review of this file" })).toBeVisible();
  await page.keyboard.press("a");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: officer.name }).check();
  await dialog.getByLabel(words["review-actions"].assign.note).fill("Page 2 is missing.");
  await page.keyboard.press("Control+Enter");
  await expect(dialog).toHaveCount(0);

  // Parallel specs may request an approval from every officer.
  await expect(bell).toHaveAccessibleName(/^Notices: \d+ unread$/);
  await pressOn(theirs, bell);
  const notice = theirs.getByRole("menuitem", { name: /handed this file over to you with a note/ });
  await expect(notice).toBeVisible();
  await expect(theirs.getByRole("menu")).toContainText(tag);
  await notice.press("Enter");
  await expect(theirs).toHaveURL(`/verifications/${id}`);
  await expect(theirs.getByText("Page 2 is missing.")).toBeVisible();
  const readAt = async () => {
    const { items }: NoticeList = await (await theirs.request.get("/api/notices")).json();
    return items.find(({ verification_id }) => verification_id === id)?.read_at ?? null;
  };
  await expect.poll(readAt).not.toBeNull();
  await context.close();
});
