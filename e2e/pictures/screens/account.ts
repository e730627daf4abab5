import { call, signIn } from "#e2e/pictures/call.ts";
import { COLLEAGUES, invitationOf, meetColleagues } from "#e2e/pictures/colleagues.ts";
import { expect, look, type Posing, type Screen } from "#e2e/pictures/picture.ts";
import { currentCode } from "#e2e/support/accounts.ts";
import type { Account, Enrolment } from "#lib/contract/access/user.ts";

const { carlos, sofia } = COLLEAGUES;

export const account: Screen = {
  title: "One's own account",
  says: "Password, second factor and sessions are everybody's own affair.",
  pictures: [
    {
      name: "account",
      title: "Account",
      says: "How one signs in, and where one is signed in.",
      looks: [look(), look(360, "dark", "es-MX")],
      height: 1080,
      async pose(posing) {
        await become(posing, carlos);
        const { page, words } = posing;
        await page.goto("/account");
        await expect(
          page.getByRole("region", { name: words.account.sessions.title }).getByRole("listitem"),
        ).not.toHaveCount(0);
      },
    },
    {
      name: "account-second-factor",
      title: "Account: a second factor",
      says: "Scanned or typed, and turned on by the first code.",
      looks: [look(1440, "light", "es-MX"), look(360, "dark")],
      async pose(posing) {
        await become(posing, carlos);
        const { page, words } = posing;
        await page.goto("/account");
        await page.getByRole("button", { name: words.account.factor.begin }).click();
        await expect(page.getByRole("img", { name: words.account.enrol.qr })).toBeVisible();
      },
    },
    {
      name: "login-code",
      title: "Sign-in: the second factor",
      says: "Requested after the right password; a recovery code does as well.",
      looks: [look(), look(360, "dark", "es-MX")],
      async pose(posing) {
        await haveSecondFactor(posing);
        const { page, words } = posing;
        await page.context().clearCookies({ name: "__Host-cotejo" });
        await page.goto("/login");
        await page.locator("input[name=email]").fill(sofia.email);
        await page.locator("input[name=password]").fill(sofia.password);
        await page.getByRole("button", { name: words.access.signIn.submit }).click();
        await expect(page.getByRole("heading", { name: words.access.signIn.codeTitle })).toBeVisible();
      },
    },
    {
      name: "session-over",
      title: "A session that has ended",
      says: "The page waits below, and goes on after the password.",
      looks: [look(), look(360, "dark", "es-MX")],
      async pose(posing) {
        await signIn(posing);
        const { page, words } = posing;
        await page.goto("/account");
        await expect(page.getByRole("banner").getByText(words.shell.live.live)).toBeVisible();
        await page.context().clearCookies({ name: "__Host-cotejo" });
        // The page asks again for what it shows, and finds it out.
        await page.context().setOffline(true);
        await page.context().setOffline(false);
        await expect(page.getByRole("dialog", { name: words.access.ending.over.title })).toBeVisible();
      },
    },
    {
      name: "invitation",
      title: "An invitation",
      says: "Invited users choose their own password; the link works once.",
      looks: [look(1440, "dark"), look(360, "light", "es-MX")],
      async pose(posing) {
        await signIn(posing);
        const link = await invitationOf(posing);
        const { page, words } = posing;
        await page.context().clearCookies({ name: "__Host-cotejo" });
        await page.goto(link);
        await expect(page.getByRole("heading", { name: words.access.link.title.invitation })).toBeVisible();
      },
    },
    {
      name: "invitation-used",
      title: "An invitation: used already",
      says: "Why it does not work any more, and whom to ask.",
      looks: [look(360, "dark", "es-MX")],
      async pose({ page, words }) {
        await page.context().clearCookies({ name: "__Host-cotejo" });
        await page.goto(`/invitation#${"x".repeat(43)}`);
        await expect(page.getByRole("heading", { name: words.access.link.invalid })).toBeVisible();
      },
    },
  ],
};

async function become(posing: Posing, colleague: typeof carlos | typeof sofia): Promise<void> {
  await signIn(posing);
  await meetColleagues(posing);
  await signIn(posing, colleague);
}

/** Sofía's, turned on where it is not yet. */
async function haveSecondFactor(posing: Posing): Promise<void> {
  await signIn(posing);
  await meetColleagues(posing);
  const headers = { origin: posing.stage.origin };
  const { email, password } = sofia;
  await posing.page.context().clearCookies({ name: "__Host-cotejo" });
  const entered = await posing.page.request.post("/api/session", { data: { email, password }, headers });
  if (!entered.ok()) return;
  const { second_factor } = await call<Account>(posing, "GET", "/api/account");
  expect(second_factor).toBeNull();
  const { secret } = await call<Enrolment>(posing, "POST", "/api/account/second-factor");
  const code = currentCode(secret);
  await call(posing, "POST", "/api/account/second-factor/confirmation", { code });
}
