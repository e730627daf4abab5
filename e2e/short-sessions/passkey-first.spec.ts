import { landed, typePassword } from "#e2e/support/accounts.ts";
import { accountOf, expect, test } from "#e2e/support/fixtures.ts";
import { chooseFromMenu } from "#e2e/support/keyboard.ts";
import { MESSAGES } from "#e2e/support/messages.ts";
import { addPhone } from "#e2e/support/phone.ts";

/* An installation that requires passkeys for compliance. */

const words = MESSAGES.en;

test("a user whose role requires a passkey adds one before anything else, and gets in by it alone", async ({
  page,
  signInAs,
  installation,
  expectedNoise,
}) => {
  expectedNoise.push(/status of 40[0-3]/, /^console info: Clear-Site-Data header/, /net::ERR_ABORTED/);
  const { account, access } = words;
  const { email, password } = accountOf(installation, "compliance");
  await addPhone(page);
  await signInAs("compliance");
  await page.goto("/review");
  await expect(page).toHaveURL("/account");
  await expect(page.getByText(access.passkeyFirst)).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main navigation" })).toHaveCount(0);
  await page.getByRole("button", { name: account.passkeys.add }).click();
  await page.getByRole("dialog").getByLabel(account.passkeys.name).fill("Phone");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: account.codes.stored }).click();
  await landed(page, "compliance", words);

  await chooseFromMenu(page, page.locator("header button[aria-haspopup=menu]").last(), words.shell.signOut);
  await expect(page.getByRole("heading", { name: access.signIn.title })).toBeVisible();
  await typePassword(page, email, password);
  await page.locator("input[name=code]").fill("123456");
  await page.keyboard.press("Enter");
  await expect(page.getByText(access.signIn.problem.PASSKEY_REQUIRED)).toBeVisible();
  await page.getByRole("button", { name: access.signIn.passkey }).click();
  await landed(page, "compliance", words);
});
