import { expectAccessibleAtBothWidths } from "#e2e/support/accounts.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { pressOn, tabTo } from "#e2e/support/keyboard.ts";
import { entryOf, filled } from "#e2e/support/keys.ts";
import { MESSAGES } from "#e2e/support/messages.ts";
import { newTag } from "#e2e/support/sandbox.ts";

const { audit, tokens: words, secrets } = MESSAGES.en;

test("an administrator creates a token with the keyboard, a system reads by it, and it is revoked", async ({
  page,
  signInAs,
  playwright,
  installation,
}) => {
  const name = `core ${newTag()}`;
  await signInAs("admin");
  await page.goto("/settings");
  await page.getByRole("link", { name: words.title }).click();
  await expect(page.getByRole("heading", { name: words.title, level: 1 })).toBeVisible();
  await expectAccessibleAtBothWidths(page);

  await test.step("it is created", async () => {
    await pressOn(page, page.getByRole("button", { name: words.list.create }));
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("button", { name: words.create.choose })).toBeVisible();
    await dialog.getByLabel(words.create.name).fill(name);
    await tabTo(page, dialog.getByRole("checkbox", { name: new RegExp(`^${words.scope.verifications.read.name}`) }));
    await page.keyboard.press("Space");
    await expectAccessibleAtBothWidths(page);
    await pressOn(page, dialog.getByRole("button", { name: words.create.submit }));
  });

  const revealed = page.getByRole("dialog").filter({ hasText: name });
  const value = (await revealed.locator("code").textContent()) ?? "";
  await test.step("it is shown once", async () => {
    expect(value).toMatch(/^cot_[\w-]{43}$/);
    await expect(revealed).toContainText(secrets.reveal.aboutToken);
    await revealed.getByRole("button", { name: secrets.reveal.stored }).click();
    await expect(page.getByText(new RegExp(`You confirmed that “${name}” is stored`))).toBeVisible();
    await page.reload();
    await expect(entryOf(page, name)).toContainText(words.entry.unused);
    await expect(page.getByRole("dialog")).toBeHidden();
    expect(await page.content()).not.toContain(value);
  });

  const system = await playwright.request.newContext({
    baseURL: installation.origin,
    extraHTTPHeaders: { authorization: `Bearer ${value}` },
  });
  await test.step("a system reads by it, and only what it may", async () => {
    expect((await system.get("/api/verifications?limit=1")).status()).toBe(200);
    expect((await system.get("/api/audit/stream")).status()).toBe(403);
    const refused = await system.get("/api/webhooks");
    expect(refused.status()).toBe(403);
    expect((await refused.json()).code).toBe("TOKEN_REFUSED");
    await page.reload();
    await expect(entryOf(page, name)).not.toContainText(words.entry.unused);
  });

  await test.step("its refused call is in the audit trail, without those of others", async () => {
    await page.getByRole("link", { name: filled(words.entry.callsNamed, { name }) }).click();
    await expect(page.getByRole("heading", { name: audit.page.title, level: 1 })).toBeVisible();
    await expect(page.getByRole("heading", { name: audit.action.access.denied, level: 2 })).toHaveCount(1);
    await expect(page.locator("[data-entry]")).toHaveCount(1);
    await expect(page.getByText(filled(audit.list.token, { name }))).toBeVisible();
    await expect(page.getByRole("list", { name: "Applied filters" })).toContainText(`${audit.filters.token}: ${name}`);
    await page.goBack();
  });

  await test.step("it is revoked after a confirmation", async () => {
    await pressOn(page, page.getByRole("button", { name: filled(words.entry.revokeNamed, { name }) }));
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText(words.revoke.about);
    await pressOn(page, dialog.getByRole("button", { name: words.revoke.submit }));
    await expect(page.getByText(filled(words.revoked, { name }))).toBeVisible();
    await expect(entryOf(page, name)).toBeHidden();
    expect((await system.get("/api/verifications?limit=1")).status()).toBe(401);
  });
  await system.dispose();
});
