import { expectAccessible } from "#e2e/support/axe.ts";
import { BROKEN } from "#e2e/support/failures.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { prevented, watchBubbles } from "#e2e/support/forms.ts";
import { MESSAGES } from "#e2e/support/messages.ts";
import { newUser } from "#e2e/support/users.ts";

/*
 * Messages of the pages for users and the own account while reads and changes fail. Errors beside the fields of a form, in
 * both languages: `components/page/form.browser.test.tsx`.
 */

const USERS = /\/api\/users$/;
const SESSIONS = /\/api\/users\/[^/]+\/sessions$/;
const { users, account, shell } = MESSAGES.en;

test("an administrator sees failed loads and changes of users and of the own account, loses nothing, and retries", async ({
  page,
  request,
  installation,
  signInAs,
  apiAs,
  expectedNoise,
}) => {
  expectedNoise.push(/status of (409|503)/);
  const someone = await newUser(await apiAs("admin"), "Rosa");
  await request.post("/api/session", {
    data: { email: someone.email, password: someone.password },
    headers: { origin: installation.origin },
  });
  await watchBubbles(page);
  await signInAs("admin");
  const main = page.getByRole("main");
  const row = main.getByRole("listitem").filter({ hasText: someone.email });
  const dialog = page.getByRole("dialog");

  await test.step("the people", async () => {
    await page.route(USERS, (route) => route.fulfill(BROKEN));
    await page.goto("/users");
    const alert = main.getByRole("alert").filter({ hasText: users.list.failed });
    await expect(alert).toContainText(users.list.nothingLost);
    await expectAccessible(page);
    await page.unroute(USERS);
    await alert.getByRole("button", { name: shell.failed.retry }).click();
    await expect(row).toBeVisible();
    await expect(alert).toBeHidden();
  });

  await test.step("the sessions of one of them", async () => {
    await page.route(SESSIONS, (route) => route.fulfill(BROKEN));
    await row.getByRole("button").click();
    await page.getByRole("menuitem", { name: users.list.action.sessions }).click();
    await expect(dialog.getByRole("alert")).toContainText(users.problem.DATABASE_UNAVAILABLE);
    await expectAccessible(page);
    await page.unroute(SESSIONS);
    await dialog.getByRole("button", { name: shell.failed.retry }).click();
    await expect(dialog.getByRole("listitem")).toHaveCount(1);
    await expect(dialog.getByRole("alert")).toBeHidden();
    await page.keyboard.press("Escape");
  });

  await test.step("an invitation, which keeps the typed text: fields to fill in, an address that is taken, a failure", async () => {
    const { invite, problem, role } = users;
    await page.getByRole("button", { name: users.list.invite }).click();
    const [name, email] = [dialog.getByLabel(invite.name, { exact: true }), dialog.getByLabel(invite.email)];
    const support = dialog.getByRole("radio", { name: shell.role.support });
    const send = dialog.getByRole("button", { name: invite.submit });
    await email.fill("nobody");
    await send.click();
    await expect(name).toBeFocused();
    await expect(name).toHaveAccessibleDescription(shell.field.required);
    await expect(email).toHaveAccessibleDescription(shell.field.email);
    const expectTyped = async () => {
      await expect(name).toHaveValue("Irma Invitada");
      await expect(email).toHaveValue(someone.email);
      await expect(support).toBeChecked();
    };
    await name.fill("Irma Invitada");
    await email.fill(someone.email);
    await support.check();
    await expect(dialog.getByRole("radiogroup", { name: role.legend })).toBeVisible();
    await send.click();
    await expect(email).toHaveAccessibleDescription(problem.DUPLICATE_RESOURCE);
    await expectTyped();
    expect(await prevented(page)).toEqual([true, true]);
    await page.route(USERS, (route) => route.fulfill(BROKEN));
    await send.click();
    await expect(dialog.getByRole("alert")).toContainText(problem.DATABASE_UNAVAILABLE);
    await expectTyped();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: shell.cancel }).click();
  });
  await test.step("the list, marked as older", async () => {
    await expect(main.getByRole("alert")).toContainText(users.list.shownBefore);
    await expect(row).toBeVisible();
  });

  await test.step("the own account, in each section", async () => {
    await page.route(/\/api\/account(\/sessions)?$/, (route) => route.fulfill(BROKEN));
    await page.getByRole("button", { name: /^Account of/ }).click();
    await page.getByRole("menuitem", { name: shell.pages.account }).click();
    const whole = main.getByRole("alert").filter({ hasText: account.failed });
    const sessions = main.getByRole("alert").filter({ hasText: account.problem.DATABASE_UNAVAILABLE });
    await expect(whole).toBeVisible();
    await expect(sessions).toBeVisible();
    await expectAccessible(page);
    await page.unrouteAll();
    await whole.getByRole("button", { name: shell.failed.retry }).click();
    await expect(main.getByRole("heading", { name: account.factor.title })).toBeVisible();
    await sessions.getByRole("button", { name: shell.failed.retry }).click();
    await expect(main.getByRole("listitem").first()).toBeVisible();
    await expect(whole).toBeHidden();
    await expect(sessions).toBeHidden();
  });
});
