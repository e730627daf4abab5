import pg from "pg";
import { coverOf, SIGNED_OUT_NOISE } from "#e2e/support/cover.ts";
import { test as base, expect, NOT_FOUND_NOISE } from "#e2e/support/fixtures.ts";
import { chooseFromMenu } from "#e2e/support/keyboard.ts";
import { MESSAGES } from "#e2e/support/messages.ts";
import { freePort } from "#tools/test/free-ports.ts";
import { CLIENT, type OpenIdProvider, startOpenIdProvider } from "#tools/test/openid-provider.ts";

type ProviderFixtures = { provider: OpenIdProvider & { appPort: number }; environment: Record<string, string> };

/** An installation whose users sign in at a provider on this machine. */
const test = base.extend<object, ProviderFixtures>({
  provider: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern.
    async ({}, use) => {
      const appPort = await freePort();
      const provider = await startOpenIdProvider({ appOrigin: `http://localhost:${appPort}` });
      await use(Object.assign(provider, { appPort }));
      await provider.close();
    },
    { scope: "worker" },
  ],
  environment: [
    async ({ provider }, use) => {
      await use({
        PORT: String(provider.appPort),
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: CLIENT.id,
        OIDC_CLIENT_SECRET: CLIENT.secret,
        OIDC_SCOPES: "openid profile email groups",
        OIDC_ROLE_CLAIM: "groups",
        OIDC_ROLES: '{"heads":"admin"}',
      });
    },
    { scope: "worker" },
  ],
});

test("an admin signs in by the provider, confirms there, switches passwords off and comes back to a covered page", async ({
  page,
  browser,
  installation,
  provider,
  expectedNoise,
}) => {
  // The change that requires the password is refused first; and some browsers do not let a page close its window.
  expectedNoise.push(SIGNED_OUT_NOISE, /status of 403/, /Scripts may close only/, ...NOT_FOUND_NOISE);
  const client = new pg.Client({ connectionString: installation.database?.url });
  await client.connect();
  const atProvider = async (there: typeof page, sub: string) => {
    await there.getByLabel("Person").fill(sub);
    await there.getByRole("button", { name: "Continue" }).click();
  };
  provider.people.set("rosa", { sub: "rosa", email: "rosa@maderas.mx", name: "Rosa Díaz", groups: ["heads"] });
  provider.people.set("luis", { sub: "luis", email: "luis@maderas.mx", name: "Luis Paz", groups: [] });

  await test.step("without a role at the provider there is no entry, and the page says why", async () => {
    await page.goto("/users");
    await page.getByRole("link", { name: "Sign in with your company’s account" }).click();
    await atProvider(page, "luis");
    await expect(page.getByText("Your company’s account has no role in Cotejo")).toBeVisible();
    await page.context().clearCookies({ domain: "127.0.0.1" });
  });

  await test.step("with one it leads to the page that was wanted", async () => {
    await page.getByRole("link", { name: "Sign in with your company’s account" }).click();
    await atProvider(page, "rosa");
    await expect(page).toHaveURL(/\/users$/);
    const own = page.getByRole("listitem").filter({ hasText: "rosa@maderas.mx" });
    await expect(own).toContainText("Company sign-in");
  });

  await test.step("a sign-in in two tabs works in both, once each, and a sign-out ends the provider's session too", async () => {
    const context = await browser.newContext({ baseURL: installation.origin });
    const [one, two] = [await context.newPage(), await context.newPage()];
    for (const tab of [one, two]) {
      await tab.goto("/login?next=%2Fusers");
      await tab.getByRole("link", { name: "Sign in with your company’s account" }).click();
      await expect(tab.getByLabel("Person")).toBeVisible();
    }
    const answer = two.waitForRequest(/\/api\/session\/oidc\/callback/);
    for (const tab of [two, one]) {
      await atProvider(tab, "rosa");
      await expect(tab).toHaveURL(/\/users$/);
    }
    const replayed = await context.request.get((await answer).url(), { maxRedirects: 0 });
    expect(replayed.headers().location).toBe("/login?problem=expired");
    await chooseFromMenu(one, one.locator("header button[aria-haspopup=menu]").last(), MESSAGES.en.shell.signOut);
    await one.getByRole("button", { name: "Sign out" }).click();
    await expect(one).toHaveURL(/\/login$/);
    await one.getByRole("link", { name: "Sign in with your company’s account" }).click();
    await expect(one.getByLabel("Person")).toBeVisible();
    await context.close();
  });

  await test.step("a change asks again, in a window beside the page", async () => {
    await page.goto("/settings/sign-in");
    await client.query("UPDATE sessions SET authenticated_at = now() - interval '1 hour'");
    const section = page.getByRole("region", { name: "Passwords", exact: true });
    const keeper = section.getByLabel("Administrator who keeps a password");
    const name = keeper.getByRole("option").filter({ hasText: "admin@sandbox.local" });
    await keeper.selectOption({ label: (await name.textContent()) ?? "" });
    await section.getByRole("button", { name: "Switch passwords off" }).click();
    const opened = page.waitForEvent("popup");
    await page.getByRole("button", { name: "Confirm with your company’s account" }).click();
    await atProvider(await opened, "rosa");
    await expect(section).toContainText("Switched off since");
  });

  await test.step("a token of the directory is shown once, and makes and disables accounts under any name of the host", async () => {
    await page.getByRole("button", { name: "Create a token of the directory" }).click();
    await page.getByLabel("Name").fill("Entra ID");
    await page.getByRole("button", { name: "Create the token" }).click();
    const shown = page.getByRole("dialog", { name: "The service token “Entra ID”" });
    const token = (await shown.locator("code").first().textContent()) ?? "";
    await shown.getByRole("button", { name: "I have stored it" }).click();
    await expect(shown).toBeHidden();
    const scim = async (method: string, path: string, body: object) => {
      const answer = await page.request.fetch(`http://127.0.0.1:${provider.appPort}/scim/v2/${path}`, {
        method,
        data: JSON.stringify(body),
        headers: {
          authorization: `Bearer ${token}`,
          "content-type": "application/scim+json",
          host: "cotejo.internal",
        },
      });
      return { status: answer.status(), body: await answer.json() };
    };
    const made = await scim("POST", "Users", { userName: "ines@maderas.mx", externalId: "ines" });
    expect(made).toMatchObject({ status: 201, body: { active: true } });
    const disable = { Operations: [{ op: "Replace", path: "active", value: "False" }] };
    expect(await scim("PATCH", `Users/${made.body.id}`, disable)).toMatchObject({
      status: 200,
      body: { active: false },
    });
    const row = page.getByRole("region", { name: /^Provisioning by the directory/ }).getByRole("listitem");
    await page.reload();
    await expect(row).toContainText("Entra ID");
    await expect(row).not.toContainText("Never used");
    await row.getByRole("button", { name: "Revoke the token Entra ID" }).click();
    await page.getByRole("button", { name: "Revoke the token", exact: true }).click();
    await expect(page.getByText("“Entra ID” is revoked")).toBeVisible();
    await expect(row).toBeHidden();
    expect((await scim("PATCH", `Users/${made.body.id}`, disable)).status).toBe(401);
  });

  await test.step("a session that has ended goes on over the same page", async () => {
    await client.query("UPDATE sessions SET revoked_at = now()");
    await page.getByRole("button", { name: "Switch passwords on" }).click();
    await expect(coverOf(page)).toBeVisible();
    await coverOf(page).getByRole("button", { name: "Sign in with your company’s account" }).click();
    await expect(coverOf(page)).toBeHidden();
    await expect(page.getByRole("button", { name: "Switch passwords on" })).toBeVisible();
  });

  await test.step("passwords are behind the emergency alone", async () => {
    const context = await browser.newContext({ baseURL: installation.origin });
    const stranger = await context.newPage();
    await stranger.goto("/login");
    await expect(stranger.getByLabel("Password")).toBeHidden();
    await stranger.getByRole("button", { name: "Emergency sign-in with a password" }).click();
    await expect(stranger.getByLabel("Password")).toBeVisible();
    await context.close();
  });
  await client.end();
});
