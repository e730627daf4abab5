import type { Locator, Page } from "@playwright/test";
import { coverOf, SIGNED_OUT_NOISE, signInOver } from "#e2e/support/cover.ts";
import { accountOf, expect, test } from "#e2e/support/fixtures.ts";
import { anotherPerson, entryOf, filled, words } from "#e2e/support/keys.ts";

const { reveal } = words.secrets;

test.beforeEach(({ expectedNoise }) => {
  // The browser logs that it was offline for a moment.
  expectedNoise.push(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK|Failed to fetch/);
});

test("a value shown once survives a slow network and a reload of the list, is not shown to another session, and leaves the page with its own", async ({
  page,
  context,
  browser,
  installation,
  signInAs,
  expectedNoise,
}) => {
  expectedNoise.push(SIGNED_OUT_NOISE);
  await signInAs("admin");
  await page.goto("/keys");
  const other = await anotherPerson(browser, installation, "admin");

  await test.step("on a slow network neither Escape nor a reload during the creation loses the key", async () => {
    const name = "slowly";
    const pressed = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    await page.route("**/api/api-keys", async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      await pressed.promise;
      // The answer takes longer than a user waits.
      await route.fetch();
      arrived.resolve();
    });
    const dialog = await askFor(name, page);
    await expect(dialog.getByRole("button", { name: words.create.working })).toBeVisible();
    for (const press of ["Escape", "Escape", "Escape"]) await page.keyboard.press(press);
    await expect(dialog).toBeVisible();
    pressed.resolve();
    await arrived.promise;
    await page.reload();
    await page.unroute("**/api/api-keys");
    const reopened = page.getByRole("dialog").filter({ hasText: name });
    await expect(reopened.locator("code")).toHaveText(/^svc_sk_live_/);
    await reopened.getByRole("button", { name: reveal.stored }).click();
    await expect(page.getByText(new RegExp(`You confirmed that “${name}” is stored`))).toBeVisible();
  });

  const name = "left alone";
  await create(name, page);
  const dialog = page.getByRole("dialog").filter({ hasText: name });
  const value = (await dialog.locator("code").textContent()) ?? "";

  await test.step("another session reads that the value is not for it", async () => {
    await other.goto("/keys");
    await expect(entryOf(other, name).getByText(words.entry.value.held)).toBeVisible();
    await expect(other.getByRole("dialog")).toBeHidden();
    expect(await other.content()).not.toContain(value);
    expect(await (await other.request.get("/api/reveals")).json()).toEqual({ items: [] });
  });

  await test.step("the list is loaded again, and the value stays", async () => {
    const again = page.waitForResponse((answer) => new URL(answer.url()).pathname === "/api/api-keys" && answer.ok());
    await context.setOffline(true);
    await context.setOffline(false);
    await again;
    await expect(dialog.locator("code")).toHaveText(value);
  });

  await test.step("at the end of the session the value leaves the page, and after signing in the page names the key", async () => {
    const { items } = await (await page.request.get("/api/account/sessions")).json();
    const own = items.find(({ current }: { current: boolean }) => current);
    const headers = { origin: installation.origin };
    expect((await other.request.delete(`/api/account/sessions/${own.id}`, { headers })).status()).toBe(204);
    await other.context().close();
    await expect(coverOf(page)).toBeVisible();
    expect(await page.content()).not.toContain(value);
    await signInOver(page, accountOf(installation, "admin").password);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page.getByText(filled(words.unstored, { name, fingerprint: "" }).slice(0, 40))).toBeVisible();
    await expect(entryOf(page, name)).toBeVisible();
  });
});

/** Requests a new key, and returns the dialog that waits for it. */
async function askFor(name: string, page: Page): Promise<Locator> {
  await page.getByRole("button", { name: words.list.create, exact: true }).click();
  const dialog = page.getByRole("dialog", { name: words.create.title });
  await dialog.getByLabel(words.create.name).fill(name);
  await dialog.getByRole("button", { name: words.create.submit }).click();
  return dialog;
}

async function create(name: string, page: Page): Promise<void> {
  await askFor(name, page);
  await expect(page.getByRole("dialog").locator("code")).toHaveText(/^svc_sk_live_/);
}
