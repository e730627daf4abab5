import type { Page } from "@playwright/test";
import {
  currentCode,
  expectAccessibleAtBothWidths,
  landed,
  previousCode,
  typePassword,
} from "#e2e/support/accounts.ts";
import { coverOf } from "#e2e/support/cover.ts";
import { accountOf, expect, test } from "#e2e/support/fixtures.ts";
import { chooseFromMenu, pressOn } from "#e2e/support/keyboard.ts";
import { MESSAGES } from "#e2e/support/messages.ts";
import { newTag } from "#e2e/support/sandbox.ts";
import { PASSWORD } from "#e2e/support/users.ts";

/*
 * Accounts, from the invitation to the reset, with the keyboard alone. Wrong codes, and the question for the password
 * before a change: `components/access/account/account-view.browser.test.tsx`, `components/access/users/users-view.browser.test.tsx`.
 */
const SECOND = "otra frase, y más larga";

const words = MESSAGES.en;

const accountMenu = (page: Page) => page.locator("header button[aria-haspopup=menu]").last();

const signOut = async (page: Page) => {
  await chooseFromMenu(page, accountMenu(page), words.shell.signOut);
  await expect(page.getByRole("heading", { name: words.access.signIn.title })).toBeVisible();
};

test("a user is invited, also by mail, joins, sets up a second factor, signs in by code and by recovery code, and is reset", async ({
  page,
  browser,
  installation,
  apiAs,
  expectedNoise,
}) => {
  // Expected refusals: a bad password, a step without its code, an ended session.
  expectedNoise.push(/status of 40[0-3]/, /^console info: Clear-Site-Data header/, /net::ERR_ABORTED/);
  const email = `${newTag().toLowerCase()}@example.mx`;
  const admin = await (await browser.newContext({ baseURL: installation.origin })).newPage();
  const link = admin.locator("[role=dialog] code");
  const row = admin.getByRole("listitem").filter({ hasText: email });

  await test.step("an administrator invites", async () => {
    const { email: theirs, password } = accountOf(installation, "admin");
    await admin.goto("/login");
    await typePassword(admin, theirs, password);
    await landed(admin, "admin", words);
    await pressOn(admin, admin.getByRole("link", { name: words.shell.pages.users, exact: true }));
    await pressOn(admin, admin.getByRole("button", { name: words.users.list.invite }));
    await expect(admin.getByLabel(words.users.invite.name, { exact: true })).toBeFocused();
    await admin.keyboard.type("Lucía");
    await admin.keyboard.press("Tab");
    await admin.keyboard.type(email);
    await pressOn(admin, admin.getByRole("button", { name: words.users.invite.submit }));
    await expect(link).toContainText("/invitation#");
    // The recipient may be in another zone.
    await expect(admin.getByRole("dialog")).toContainText(/ (CST|GMT-6|UTC)\b/);
  });
  const invitation = (await link.textContent()) ?? "";
  await test.step("the invitation is mailed from the dialog that shows its link", async () => {
    const dialog = admin.getByRole("dialog", { name: "Link for Lucía" });
    await dialog.getByLabel("Language of the mail").selectOption("Spanish");
    await pressOn(admin, dialog.getByRole("button", { name: "Send by mail" }));
    await expect(dialog.getByRole("status").filter({ hasText: `Sent to ${email}.` })).toBeVisible();
    const { items } = await (await (await apiAs("compliance")).get("/api/sandbox/mails")).json();
    const kept = items.find(({ to }: { to: string }) => to === email);
    expect(kept).toMatchObject({ subject: "Tu invitación a Cotejo", verification_id: null });
    expect(kept.text).not.toContain(invitation.split("#")[1]);
  });
  await pressOn(admin, admin.getByRole("button", { name: words.users.link.done }));
  await expect(row).toContainText(words.users.state.invited);

  await test.step("the user chooses a password, and a better one", async () => {
    await page.goto(invitation);
    await expect(page.getByRole("heading", { name: words.access.link.title.invitation })).toBeVisible();
    await expect(page.getByRole("main")).toContainText(/ (CST|GMT-6|UTC)\b/);
    await expect(page.locator("input[name=new-password]")).toBeFocused();
    await expectAccessibleAtBothWidths(page);
    await page.keyboard.type("football2026!");
    await page.keyboard.press("Enter");
    await expect(page.getByText(words.access.newPassword.PASSWORD_COMMON)).toBeVisible();
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press("Enter");
    await landed(page, "compliance", words);
  });

  const { secret, used, recovery } = await setUpSecondFactor(page);

  await test.step("the user signs in with a code, which works once", async () => {
    await signOut(page);
    await typePassword(page, email, PASSWORD);
    await expect(page.locator("input[name=code]")).toBeFocused();
    await expectAccessibleAtBothWidths(page);
    await page.keyboard.type(used);
    await page.keyboard.press("Enter");
    await expect(page.getByText(words.access.signIn.problem.SECOND_FACTOR_WRONG)).toBeVisible();
    await expect(page.locator("input[name=code]")).toBeFocused();
    await page.keyboard.type(currentCode(secret));
    await page.keyboard.press("Enter");
    await landed(page, "compliance", words);
  });

  await test.step("and with a recovery code", async () => {
    await signOut(page);
    await typePassword(page, email, PASSWORD);
    await expect(page.locator("input[name=code]")).toBeFocused();
    await expect(page.getByText(words.access.signIn.lost)).toBeVisible();
    await page.keyboard.type(recovery[3]?.toLowerCase() ?? "");
    await page.keyboard.press("Enter");
    await landed(page, "compliance", words);
    const notice = page.getByRole("region", { name: words.access.notices.title });
    await expect(notice).toContainText("you signed in with a recovery code. 9 are left");
    await pressOn(page, notice.getByRole("button", { name: words.access.notices.seen }));
  });

  await test.step("the administrator resets the password: the user is signed out within seconds", async () => {
    await admin.reload();
    await expect(row).toContainText(words.users.list.factorOn);
    await chooseFromMenu(admin, row.getByRole("button"), words.users.list.action.link);
    await pressOn(admin, admin.getByRole("button", { name: words.users.confirm.link.submit }));
    await expect(link).toContainText("/reset#");
    await expect(coverOf(page)).toBeVisible();
  });
  const reset = (await link.textContent()) ?? "";
  await admin.context().close();

  await test.step("the user chooses another password by the link, and is in with a code of the old second factor", async () => {
    await page.goto(reset);
    await expect(page.getByRole("heading", { name: words.access.link.title.reset })).toBeVisible();
    await expect(page.locator("input[name=new-password]")).toBeFocused();
    await page.keyboard.type(SECOND);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: words.access.signIn.title })).toBeVisible();
    await typePassword(page, email, SECOND);
    await expect(page.locator("input[name=code]")).toBeFocused();
    await page.keyboard.type(recovery[4] ?? "");
    await page.keyboard.press("Enter");
    await landed(page, "compliance", words);
  });

  await test.step("a notice names the administrator until it is acknowledged", async () => {
    const notices = page.getByRole("region", { name: words.access.notices.title });
    await expect(notices).toContainText(`your password was reset by ${accountOf(installation, "admin").email}`);
    await pressOn(page, notices.getByRole("button", { name: words.access.notices.seen }));
    await expect(notices).toHaveCount(0);
    await page.reload();
    await landed(page, "compliance", words);
    await expect(notices).toHaveCount(0);
  });

  await test.step("the used link is void", async () => {
    // Otherwise the page would go to the sign-in page at the same moment.
    await page.goto("about:blank");
    await page.context().clearCookies();
    await page.goto(reset);
    await expect(page.getByRole("heading", { name: words.access.link.invalid })).toBeVisible();
  });
});

/** Sets a second factor up from the overview: its secret, the proving code, and the recovery codes. */
const setUpSecondFactor = (page: Page) =>
  test.step("the user sets up a second factor", async () => {
    await chooseFromMenu(page, accountMenu(page), words.shell.pages.account);
    await expect(page.getByRole("heading", { name: words.account.title, level: 1 })).toBeVisible();
    await expectAccessibleAtBothWidths(page);
    await pressOn(page, page.getByRole("button", { name: words.account.factor.begin }));
    await expect(page.locator("input[name=code]")).toBeFocused();
    const secret = ((await page.locator("form code").textContent()) ?? "").replaceAll(/\s/g, "");
    const used = await previousCode(secret);
    await page.keyboard.type(used);
    await page.keyboard.press("Enter");
    const codes = page.locator("[role=dialog] ol li");
    await expect(codes).toHaveCount(10);
    const recovery = await codes.allTextContents();
    await pressOn(page, page.getByRole("button", { name: words.account.codes.stored }));
    await expect(page.getByRole("status").getByText(words.account.did.factorOn)).toBeVisible();
    return { secret, used, recovery };
  });

/* A removed role and a disabled account: `lib/access/server/change-users.db.test.ts`. */
test("a user with a password chosen by another person must choose a new one, on any page, and then sees and ends only own sessions", async ({
  page,
  request,
  installation,
  apiAs,
  expectedNoise,
}) => {
  expectedNoise.push(/status of 40[03]/, /net::ERR_ABORTED/);
  const email = `${newTag().toLowerCase()}@example.mx`;
  const given = { email, name: "Inés", role: "support", password: PASSWORD };
  expect((await (await apiAs("admin")).post("/api/users", { data: given })).status()).toBe(201);
  await page.goto("/people");
  await typePassword(page, email, PASSWORD);
  await expect(page).toHaveURL("/account");
  await expect(page.getByRole("note").getByText(words.access.changeFirst)).toBeVisible();
  await expect(page.getByRole("navigation", { name: words.shell.navigation })).toHaveCount(0);
  await page.goto("/verifications");
  await expect(page).toHaveURL("/account");
  const section = page.getByRole("region", { name: words.account.password.title });
  const choose = async (password: string) => {
    await section.getByLabel(words.account.password.current).fill(PASSWORD);
    await section.getByLabel(words.account.password.new).fill(password);
    await page.keyboard.press("Enter");
  };
  await expect(section.getByRole("button")).toBeEnabled();
  await choose(PASSWORD);
  await expect(page.getByText(words.access.newPassword.PASSWORD_SAME)).toBeVisible();
  await choose(SECOND);
  await landed(page, "support", words);

  await test.step("a session elsewhere is ended", async () => {
    const data = { email, password: SECOND };
    const headers = { origin: installation.origin };
    expect((await request.post("/api/session", { data, headers })).ok()).toBe(true);
    const { items } = await (await request.get("/api/account/sessions")).json();
    const foreign = await (await apiAs("compliance")).delete(`/api/account/sessions/${items[0].id}`);
    expect(foreign.status()).toBe(404);
    await chooseFromMenu(page, accountMenu(page), words.shell.pages.account);
    const sessions = page.getByRole("region", { name: /^Sessions/ });
    await expect(sessions.getByRole("listitem")).toHaveCount(2);
    await sessions.getByRole("button", { name: /^End session with/ }).click();
    await expect(sessions.getByRole("listitem")).toHaveCount(1);
    await expect(sessions.getByRole("listitem")).toContainText("this one");
    expect((await request.get("/api/session")).status()).toBe(401);
  });
});
