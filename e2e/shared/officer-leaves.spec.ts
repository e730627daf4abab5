import { expectAccessibleAtBothWidths } from "#e2e/support/accounts.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { chooseFromMenu } from "#e2e/support/keyboard.ts";
import { live } from "#e2e/support/list.ts";
import { MESSAGES } from "#e2e/support/messages.ts";
import { changeByApi } from "#e2e/support/reviews.ts";
import { newTag } from "#e2e/support/sandbox.ts";
import { newUser } from "#e2e/support/users.ts";

const words = MESSAGES.en;

test("an officer who gets another role hands over open files, and is notified at once", async ({
  browser,
  page,
  play,
  signInAs,
  apiAs,
  installation: { origin },
}) => {
  const admin = await apiAs("admin");
  const leaving = await newUser(admin, `Lía ${newTag()}`, "compliance");
  const staying = await newUser(admin, `Saúl ${newTag()}`, "compliance");
  const { id, tag } = await play("finished-clean");
  const review = async () => (await (await admin.get(`/api/verifications/${id}`)).json()).review;
  await expect.poll(async () => (await review()).state).toBe("open");
  await changeByApi(admin, id, { state: "open", assignee: leaving.id });

  const context = await browser.newContext();
  const theirs = await context.newPage();
  const account = { email: leaving.email, password: leaving.password };
  expect((await theirs.request.post(`${origin}/api/session`, { data: account, headers: { origin } })).ok()).toBe(true);
  await theirs.goto(`${origin}/verifications/${id}`);
  await live(theirs);

  await signInAs("admin");
  await page.goto("/users");
  const row = page.getByRole("listitem").filter({ hasText: leaving.email });
  await chooseFromMenu(page, row.getByRole("button"), words.users.list.action.role);
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(tag)).toHaveCount(0);
  await dialog.getByRole("radio", { name: words.shell.role.support }).check();
  await expect(dialog).toContainText(`Open files of ${leaving.name}: 1`);
  await expect(dialog).toContainText(tag);
  await expectAccessibleAtBothWidths(page);
  await dialog.getByLabel(words.users.handOver.to).selectOption({ label: staying.name });
  await page.keyboard.press("Control+Enter");
  await expect(dialog).toHaveCount(0);
  await expect.poll(async () => (await review()).assignee?.name).toBe(staying.name);

  const said = theirs.getByRole("alert").filter({ hasText: "Your role is now Support." });
  await expect(said).toBeVisible();
  await said.getByRole("button", { name: words.shell.roleNow.reload }).click();
  await expect(theirs.getByRole("region", { name: "Review of this file" })).toBeVisible();
  await expect(said).toHaveCount(0);
  await context.close();
});
