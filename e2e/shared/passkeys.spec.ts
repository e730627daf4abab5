import { expectAccessibleAtBothWidths, landed, typePassword } from "#e2e/support/accounts.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { chooseFromMenu, pressOn } from "#e2e/support/keyboard.ts";
import { MESSAGES } from "#e2e/support/messages.ts";
import { addPhone } from "#e2e/support/phone.ts";
import { newUser } from "#e2e/support/users.ts";

/* Passkeys, with the authenticator that Chromium emulates. */

const words = MESSAGES.en;

test("a user adds a passkey, signs in and confirms a change by it; a copy of it is refused, and it is removed", async ({
  page,
  apiAs,
  expectedNoise,
}) => {
  expectedNoise.push(/status of 40[0-4]/, /^console info: Clear-Site-Data header/, /net::ERR_ABORTED/);
  const admin = await apiAs("admin");
  const { email, password } = await newUser(admin, "Alma");
  const { account, access } = words;
  const passkeys = page.getByRole("region", { name: account.passkeys.title });
  const dialog = page.getByRole("dialog");
  const usePasskey = page.getByRole("button", { name: access.signIn.passkey });
  const signOut = async () => {
    await chooseFromMenu(page, page.locator("header button[aria-haspopup=menu]").last(), words.shell.signOut);
    await expect(page.getByRole("heading", { name: access.signIn.title })).toBeVisible();
  };
  const toSecondStep = async () => {
    await page.goto("/login");
    await typePassword(page, email, password);
    await expect(usePasskey).toBeVisible();
  };
  const { cdp, authenticatorId } = await addPhone(page);
  await page.goto("/login");
  await typePassword(page, email, password);
  await landed(page, "support", words);
  await page.goto("/account");

  await test.step("adding one reveals recovery codes", async () => {
    await pressOn(page, page.getByRole("button", { name: account.passkeys.add }));
    await expectAccessibleAtBothWidths(page);
    await dialog.getByLabel(account.passkeys.name).fill("Alma’s phone");
    await page.keyboard.press("Enter");
    await expect(dialog.locator("ol li")).toHaveCount(10);
    await pressOn(page, page.getByRole("button", { name: account.codes.stored }));
    await expect(page.getByRole("status").getByText(account.did.passkeyOn)).toBeVisible();
    await expect(passkeys.getByRole("listitem")).toContainText(["Alma’s phone"]);
    await expect(passkeys.getByRole("listitem")).toContainText(account.passkeys.unused);
    await expectAccessibleAtBothWidths(page);
  });

  await test.step("a device keeps one for this site", async () => {
    await pressOn(page, page.getByRole("button", { name: account.passkeys.add }));
    await dialog.getByLabel(account.passkeys.name).fill("The same phone");
    await page.keyboard.press("Enter");
    await expect(dialog.getByText(account.problem.PASSKEY_KNOWN)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  });

  await test.step("signing in by it", async () => {
    await signOut();
    await toSecondStep();
    await expect(usePasskey).toBeFocused();
    await expectAccessibleAtBothWidths(page);
    await page.keyboard.press("Enter");
    await landed(page, "support", words);
  });

  await test.step("confirming a change by it", async () => {
    await page.goto("/account");
    await expect(passkeys.getByRole("listitem")).toContainText("last used");
    // As if the password had been given more than ten minutes ago.
    let refused = false;
    await page.route("**/api/account/recovery-codes", async (route) => {
      if (refused) return route.continue();
      refused = true;
      await route.fulfill({
        status: 403,
        json: { success: false, code: "STEP_UP_REQUIRED", message: "", timestamp: new Date().toISOString() },
      });
    });
    await pressOn(page, passkeys.getByRole("button", { name: account.factor.renew }));
    const question = access.stepUp.title.replace("{action}", account.codes.confirmTo);
    await expect(page.getByRole("dialog", { name: question })).toBeVisible();
    await pressOn(page, page.getByRole("button", { name: access.stepUp.passkey }));
    await expect(dialog.locator("ol li")).toHaveCount(10);
    await pressOn(page, page.getByRole("button", { name: account.codes.stored }));
    await expect(page.getByRole("status").getByText(account.did.codes)).toBeVisible();
  });

  const recovery = await test.step("the password is changed by it", async () => {
    await page.locator("input[name=current]").fill(password);
    await page.locator("input[name=new-password]").fill("otra frase bastante larga");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("status").getByText(account.did.password)).toBeVisible();
    const answer = page.waitForResponse("**/api/account/recovery-codes");
    await pressOn(page, passkeys.getByRole("button", { name: account.factor.renew }));
    const { recovery_codes } = await (await answer).json();
    await pressOn(page, page.getByRole("button", { name: account.codes.stored }));
    return recovery_codes as string[];
  });

  await test.step("a copy of it, whose counter is behind, is refused and disables it", async () => {
    await signOut();
    const { credentials } = await cdp.send("WebAuthn.getCredentials", { authenticatorId });
    const [credential] = credentials;
    if (!credential) throw new Error("the authenticator has no credential");
    expect(credential.rpId).toBe("localhost");
    await cdp.send("WebAuthn.removeCredential", { authenticatorId, credentialId: credential.credentialId });
    await cdp.send("WebAuthn.addCredential", { authenticatorId, credential: { ...credential, signCount: 0 } });
    await page.goto("/login");
    await typePassword(page, email, "otra frase bastante larga");
    await usePasskey.click();
    await expect(page.getByText(access.signIn.problem.PASSKEY_DISABLED)).toBeVisible();
    await expect(usePasskey).toHaveCount(0);
    await page.locator("input[name=code]").fill(recovery[0] ?? "");
    await page.keyboard.press("Enter");
    await landed(page, "support", words);
  });

  await test.step("it is removed, and the password alone signs in", async () => {
    await page.goto("/account");
    await expect(passkeys.getByText(account.passkeys.disabledWhy)).toBeVisible();
    await pressOn(page, page.getByRole("button", { name: /^Remove Alma/ }));
    await expect(dialog.getByText(account.passkeys.removeLast)).toBeVisible();
    await expectAccessibleAtBothWidths(page);
    await pressOn(page, page.getByRole("button", { name: account.removePasskey.submit }));
    await expect(page.getByRole("status").getByText(account.did.passkeyOff)).toBeVisible();
    await expect(passkeys.getByRole("listitem")).toHaveCount(0);
    await signOut();
    await page.goto("/login");
    await typePassword(page, email, "otra frase bastante larga");
    await landed(page, "support", words);
  });

  await test.step("the admins are told of the copy", async () => {
    const told = async () =>
      ((await (await admin.get("/api/notices")).json()).items as { kind: string }[]).map(({ kind }) => kind);
    await expect.poll(told, { timeout: 120_000 }).toContain("passkey_copied");
  });
});
