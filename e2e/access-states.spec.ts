import { LOCALES } from "#lib/contract/preferences.ts";
import { expectSound } from "./support/axe.ts";
import { expect, test } from "./support/fixtures.ts";
import { MESSAGES } from "./support/messages.ts";
import { BROKEN } from "./support/trouble.ts";

/* What the pages of people and of one's own account say while nothing can be read or changed. */
test.beforeEach(({ expectedNoise }) => void expectedNoise.push(/status of 503/));

const USERS = /\/api\/users$/;

for (const locale of LOCALES) {
  const { users, account } = MESSAGES[locale];
  test.describe(locale, () => {
    test.use({ locale: locale === "en" ? "en-US" : "es-MX" });

    test("people who cannot be read are told of, and read when asked again", async ({ page, signInAs }) => {
      await signInAs("admin");
      await page.route(USERS, (route) => route.fulfill(BROKEN));
      await page.goto("/users");
      const alert = page.getByRole("main").getByRole("alert").filter({ hasText: users.list.failed });
      await expect(alert).toContainText(users.list.nothingLost);
      await expectSound(page);
      await page.unroute(USERS);
      await alert.getByRole("button", { name: users.list.retry }).click();
      await expect(page.getByRole("main").getByRole("listitem").first()).toBeVisible();
      await expect(alert).toBeHidden();
    });

    test("an invitation that came to nothing keeps what was typed, and the list says that it is from before", async ({
      page,
      signInAs,
    }) => {
      await signInAs("admin");
      await page.goto("/users");
      const people = page.getByRole("main").getByRole("listitem");
      await expect(people.first()).toBeVisible();
      const before = await people.count();
      await page.route(USERS, (route) => route.fulfill(BROKEN));
      await page.getByRole("button", { name: users.list.invite }).click();
      const dialog = page.getByRole("dialog", { name: users.invite.title });
      await dialog.getByLabel(users.invite.name).fill("Irma Invitada");
      await dialog.getByLabel(users.invite.email).fill("irma@example.mx");
      await dialog.getByRole("button", { name: users.invite.submit }).click();
      await expect(dialog.getByRole("alert")).toContainText(users.problem.DATABASE_UNAVAILABLE);
      await expect(dialog.getByLabel(users.invite.name)).toHaveValue("Irma Invitada");
      await expectSound(page);
      await dialog.getByRole("button", { name: users.invite.cancel }).click();
      await expect(page.getByRole("main").getByRole("alert")).toContainText(users.list.shownBefore);
      await expect(people).toHaveCount(before);
    });

    test("sessions that cannot be read can be asked for again", async ({ page, signInAs, apiAs }) => {
      await apiAs("support");
      await signInAs("admin");
      const sessions = /\/api\/users\/[^/]+\/sessions$/;
      await page.route(sessions, (route) => route.fulfill(BROKEN));
      await page.goto("/users");
      const row = page.getByRole("main").getByRole("listitem").filter({ hasText: MESSAGES[locale].shell.role.support });
      await row.first().getByRole("button").click();
      await page.getByRole("menuitem", { name: users.list.action.sessions }).click();
      const dialog = page.getByRole("dialog");
      await expect(dialog.getByRole("alert")).toContainText(users.problem.DATABASE_UNAVAILABLE);
      await expectSound(page);
      await page.unroute(sessions);
      await dialog.getByRole("button", { name: users.sessions.retry }).click();
      await expect(dialog.getByRole("listitem").first()).toBeVisible();
      await expect(dialog.getByRole("alert")).toBeHidden();
    });

    test("an account that cannot be read says so section by section, and is read when asked again", async ({
      page,
      signInAs,
    }) => {
      await signInAs("support");
      await page.route(/\/api\/account(\/sessions)?$/, (route) => route.fulfill(BROKEN));
      await page.goto("/account");
      const main = page.getByRole("main");
      const whole = main.getByRole("alert").filter({ hasText: account.failed });
      const sessions = main.getByRole("alert").filter({ hasText: account.problem.DATABASE_UNAVAILABLE });
      await expect(whole).toBeVisible();
      await expect(sessions).toBeVisible();
      await expectSound(page);
      await page.unrouteAll();
      await whole.getByRole("button", { name: account.retry }).click();
      await expect(main.getByRole("heading", { name: account.factor.title })).toBeVisible();
      await sessions.getByRole("button", { name: account.sessions.retry }).click();
      await expect(main.getByRole("listitem").first()).toBeVisible();
      await expect(whole).toBeHidden();
      await expect(sessions).toBeHidden();
    });
  });
}
