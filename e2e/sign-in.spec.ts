import type { Page } from "@playwright/test";
import { accountOf, expect, test } from "./support/fixtures.ts";

async function fillIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test.describe("somebody who has an account", () => {
  for (const [role, name] of [
    ["admin", "Administrator"],
    ["compliance", "Compliance"],
    ["support", "Support"],
  ] as const) {
    test(`signs in as ${role} and is known by name and role`, async ({ page, installation }) => {
      const account = accountOf(installation, role);
      await page.goto("/login");
      await fillIn(page, account);
      await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
      await page.getByRole("button", { name: /^Account of / }).click();
      const menu = page.getByRole("menu");
      await expect(menu).toContainText(account.email);
      await expect(menu).toContainText(name);
    });
  }

  test("signs in by keyboard alone", async ({ page, installation }) => {
    const { email, password } = accountOf(installation, "compliance");
    await page.goto("/login");
    await expect(page.getByLabel("Email")).toBeFocused();
    await page.keyboard.type(email);
    await page.keyboard.press("Tab");
    await page.keyboard.type(password);
    await expect(page.getByRole("button", { name: "Sign in" })).toBeEnabled();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
  });

  test("is brought back to the page that asked for signing in", async ({ page, installation }) => {
    await page.goto("/verifications?status=error&q=Norte");
    await expect(page).toHaveURL("/login?next=%2Fverifications%3Fstatus%3Derror%26q%3DNorte");
    await fillIn(page, accountOf(installation, "compliance"));
    await expect(page).toHaveURL("/verifications?status=error&q=Norte");
  });

  for (const next of [
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "javascript:alert(1)",
    "/\t/evil.example",
  ]) {
    test(`is never sent to another place by next=${JSON.stringify(next)}`, async ({ page, installation }) => {
      await page.goto(`/login?next=${encodeURIComponent(next)}`);
      await fillIn(page, accountOf(installation, "compliance"));
      await expect(page.getByRole("navigation", { name: "Main navigation" })).toBeVisible();
      expect(new URL(page.url()).origin).toBe(installation.origin);
    });
  }

  test("who is signed in already does not see the form again", async ({ page, signInAs }) => {
    await signInAs("compliance");
    await page.goto("/login?next=%2Fverifications");
    await expect(page).toHaveURL("/verifications");
  });
});

test.describe("a wrong password", () => {
  test.beforeEach(({ expectedNoise }) => void expectedNoise.push(/status of 401/));

  test("is said in words, keeps the address, and can be typed again", async ({ page, installation }) => {
    const { email, password } = accountOf(installation, "support");
    await page.goto("/login");
    await fillIn(page, { email, password: "not the password" });
    await expect(page.getByRole("main").getByRole("alert")).toHaveText("Email or password is wrong.");
    await expect(page.getByLabel("Email")).toHaveValue(email);
    await expect(page.getByLabel("Password")).toHaveValue("");
    await expect(page.getByLabel("Password")).toBeFocused();
    await page.keyboard.type(password);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
  });

  test("sounds like an address that nobody has", async ({ page }) => {
    await page.goto("/login");
    await fillIn(page, { email: "nobody@sandbox.local", password: "not the password" });
    await expect(page.getByRole("main").getByRole("alert")).toHaveText("Email or password is wrong.");
  });

  test("given too often has to wait, in words", async ({ page, request, installation, expectedNoise }) => {
    expectedNoise.push(/status of 429/);
    const email = "guessed@sandbox.local";
    for (let tries = 0; tries < 12; tries += 1) {
      const headers = { origin: installation.origin };
      await request.post("/api/session", { data: { email, password: `guess ${tries}` }, headers });
    }
    await page.goto("/login");
    await fillIn(page, { email, password: "guess 12" });
    await expect(page.getByRole("main").getByRole("alert")).toHaveText(
      /^Too many attempts\. Try again in \d+ (second|minute)s?\.$/,
    );
  });
});

test("the password never stands in an address, whatever the browser does with the form", async ({ page }) => {
  await page.goto("/login");
  await expect(page.locator("form")).toHaveAttribute("method", "post");
});

test.describe("a session", () => {
  test("ends by signing out, and Back shows nothing of it", async ({ page, signInAs, expectedNoise }) => {
    // What the page asks for between signing out and being gone is refused.
    expectedNoise.push(/^console info: Clear-Site-Data header/, /status of 401/);
    await signInAs("admin");
    await page.goto("/verifications");
    await page.getByRole("button", { name: /^Account of / }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  });

  test("that was revoked elsewhere sends to sign-in and back to the same place", async ({
    page,
    signInAs,
    installation,
    expectedNoise,
  }) => {
    expectedNoise.push(/status of 401/);
    await signInAs("compliance");
    await page.goto("/verifications?status=finished");
    await expect(page.getByRole("navigation", { name: "Main navigation" })).toBeVisible();
    const cookies = await page.context().cookies();
    const revoked = await fetch(`${installation.origin}/api/session`, {
      method: "DELETE",
      headers: {
        origin: installation.origin,
        cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "),
      },
    });
    expect(revoked.status).toBe(204);
    // Nobody touches the page: it finds out by itself.
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible({ timeout: 30_000 });
    await fillIn(page, accountOf(installation, "compliance"));
    await expect(page.getByRole("navigation", { name: "Main navigation" })).toBeVisible();
    await expect(page).toHaveURL("/verifications?status=finished");
  });
});

test("setting up is over once somebody has an account", async ({ page, request, installation, expectedNoise }) => {
  expectedNoise.push(/status of 403/);
  const data = { token: "a".repeat(32), email: "late@example.com", name: "Late", password: "a long enough sentence" };
  const answer = await request.post("/api/setup", { data, headers: { origin: installation.origin } });
  expect([answer.status(), (await answer.json()).code]).toEqual([403, "FORBIDDEN"]);
  await page.goto(`/setup#${data.token}`);
  await page.getByLabel("Name").fill(data.name);
  await page.getByLabel("Email").fill(data.email);
  await page.getByLabel("Password").fill(data.password);
  await page.getByRole("button", { name: "Create administrator" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("This link is not valid any more");
});

test.describe("Safari on http://localhost", () => {
  const SAYS = "Safari does not keep sessions on http://localhost.";

  test("is told beforehand that it will not keep the session", async ({ page }) => {
    await page.addInitScript(() => {
      const said = "Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15";
      Object.defineProperty(navigator, "vendor", { value: "Apple Computer, Inc." });
      Object.defineProperty(navigator, "userAgent", { value: said });
    });
    await page.goto("/login");
    await expect(page.getByRole("note")).toContainText(SAYS);
  });

  test("is alone in that: others are told nothing", async ({ page }) => {
    await page.goto("/login");
    await expect(page.getByRole("button", { name: "Sign in" })).toBeEnabled();
    await expect(page.getByText(SAYS)).toHaveCount(0);
  });
});
