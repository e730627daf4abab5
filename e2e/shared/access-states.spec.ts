import { expectAccessible } from "#e2e/support/axe.ts";
import { BROKEN } from "#e2e/support/failures.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { MESSAGES } from "#e2e/support/messages.ts";
import { newUser } from "#e2e/support/users.ts";

/* Messages of the pages for users and the own account while reads and changes fail. */
test.beforeEach(({ expectedNoise }) => void expectedNoise.push(/status of 503/));

const USERS = /\/api\/users$/;
const SESSIONS = /\/api\/users\/[^/]+\/sessions$/;
const { users, account } = MESSAGES.en;

test("an administrator sees failed loads and changes, loses nothing, and retries", async ({
  page,
  request,
  installation,
  signInAs,
  apiAs,
}) => {
  const someone = await newUser(await apiAs("admin"), "Rosa");
  await request.post("/api/session", {
    data: { email: someone.email, password: someone.password },
    headers: { origin: installation.origin },
  });
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
    await alert.getByRole("button", { name: MESSAGES.en.shell.failed.retry }).click();
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
    await dialog.getByRole("button", { name: MESSAGES.en.shell.failed.retry }).click();
    await expect(dialog.getByRole("listitem")).toHaveCount(1);
    await expect(dialog.getByRole("alert")).toBeHidden();
    await page.keyboard.press("Escape");
  });

  await test.step("an invitation, which keeps the typed text; the list is marked as older", async () => {
    await page.route(USERS, (route) => route.fulfill(BROKEN));
    await page.getByRole("button", { name: users.list.invite }).click();
    await dialog.getByLabel(users.invite.name).fill("Irma Invitada");
    await dialog.getByLabel(users.invite.email).fill("irma@example.mx");
    await dialog.getByRole("button", { name: users.invite.submit }).click();
    await expect(dialog.getByRole("alert")).toContainText(users.problem.DATABASE_UNAVAILABLE);
    await expect(dialog.getByLabel(users.invite.name)).toHaveValue("Irma Invitada");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: MESSAGES.en.shell.cancel }).click();
    await expect(main.getByRole("alert")).toContainText(users.list.shownBefore);
    await expect(row).toBeVisible();
  });
});

test("an unreadable account says so in each section, and its button loads it again", async ({ page, signInAs }) => {
  await signInAs("support");
  await page.route(/\/api\/account(\/sessions)?$/, (route) => route.fulfill(BROKEN));
  await page.goto("/account");
  const main = page.getByRole("main");
  const whole = main.getByRole("alert").filter({ hasText: account.failed });
  const sessions = main.getByRole("alert").filter({ hasText: account.problem.DATABASE_UNAVAILABLE });
  await expect(whole).toBeVisible();
  await expect(sessions).toBeVisible();
  await expectAccessible(page);
  await page.unrouteAll();
  await whole.getByRole("button", { name: MESSAGES.en.shell.failed.retry }).click();
  await expect(main.getByRole("heading", { name: account.factor.title })).toBeVisible();
  await sessions.getByRole("button", { name: MESSAGES.en.shell.failed.retry }).click();
  await expect(main.getByRole("listitem").first()).toBeVisible();
  await expect(whole).toBeHidden();
  await expect(sessions).toBeHidden();
});
