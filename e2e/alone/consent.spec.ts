import { expectAccessibleAtBothWidths } from "#e2e/support/accounts.ts";
import { accountOf, expect, test } from "#e2e/support/fixtures.ts";
import { chooseFromMenu, pressOn } from "#e2e/support/keyboard.ts";
import { MESSAGES } from "#e2e/support/messages.ts";
import { newUser } from "#e2e/support/users.ts";
import { liftConsent } from "#lib/access/server/consent.ts";
import { openDatabase } from "#lib/platform/server/db/database.ts";

const { users } = MESSAGES.en;

/* Only the host can end the requirement; other specs of this installation invite users. */
test.afterEach(async ({ installation }) => {
  const database = openDatabase(installation.database?.url ?? "", { name: "consent's spec" });
  await liftConsent(database).finally(() => database.close());
});

test("with required consent, a new link waits for the consent of another administrator, who gets the link", async ({
  page,
  browser,
  signInAs,
  apiAs,
  installation,
}) => {
  const admin = await apiAs("admin");
  const bruno = await newUser(admin, "Bruno", "admin");
  await newUser(admin, "Clara", "admin");
  const dora = await newUser(admin, "Dora");
  const notice = (text: string) => expect(page.getByRole("status").getByText(text)).toBeVisible();
  await signInAs("admin");
  await page.goto("/users");
  const policy = page.getByRole("region", { name: users.consent.title });
  await expect(policy).toContainText(users.consent.off);
  await pressOn(page, policy.getByRole("button", { name: users.consent.require }));
  await pressOn(page, page.getByRole("button", { name: users.consent.policy.submit, exact: true }));
  // The invited users above have joined, so no link is left to end.
  await notice(users.did.required.replace(/\{count.*$/, ""));
  await expect(policy).toContainText("npm run lift-consent");
  await pressOn(page, page.getByRole("button", { name: users.list.invite }));
  // Support and auditor.
  await expect(page.getByRole("dialog").getByRole("radio")).toHaveCount(2);
  await page.keyboard.press("Escape");

  const row = page.getByRole("listitem").filter({ hasText: dora.email });
  await chooseFromMenu(page, row.getByRole("button"), users.list.action.link);
  await expect(page.getByRole("dialog")).toContainText(users.confirm.consent.about);
  await pressOn(page, page.getByRole("button", { name: users.confirm.consent.submit }));
  await notice(users.did.asked.replace("{name}", "Dora"));
  const waiting = page.getByRole("region", { name: users.consent.requests });
  await expect(waiting).toContainText("You requested it");
  await expect(waiting.getByRole("button", { name: users.consent.submit })).toHaveCount(0);
  await expectAccessibleAtBothWidths(page);

  const other = await browser.newContext({ baseURL: installation.origin, locale: "en-US" });
  const headers = { origin: installation.origin };
  const { email, password } = bruno;
  expect((await other.request.post("/api/session", { data: { email, password }, headers })).ok()).toBe(true);
  const second = await other.newPage();
  await second.goto("/users");
  const requested = second.getByRole("region", { name: users.consent.requests });
  await expect(requested).toContainText(`Requested by ${accountOf(installation, "admin").email}`);
  await pressOn(second, requested.getByRole("button", { name: users.consent.submit }));
  await expect(second.getByRole("dialog")).toContainText(users.consent.about.new_link);
  await pressOn(second, second.getByRole("dialog").getByRole("button", { name: users.consent.submit }));
  await expect(second.locator("[role=dialog] code")).toContainText("/reset#");
  await expect(second.getByText("Dora").first()).toBeVisible();
  await other.close();
  await page.reload();
  await expect(row).toContainText(users.state.reset);
  await expect(waiting).toHaveCount(0);
});
