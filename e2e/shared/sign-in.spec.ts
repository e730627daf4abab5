import type { Page } from "@playwright/test";
import { coverOf, SIGNED_OUT_NOISE } from "#e2e/support/cover.ts";
import { accountOf, expect, test } from "#e2e/support/fixtures.ts";
import { live } from "#e2e/support/list.ts";
import { MESSAGES } from "#e2e/support/messages.ts";
import { newUser } from "#e2e/support/users.ts";

async function fillIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test.describe("a user with an account", () => {
  test("signs in by keyboard alone, is known by name and role, does not see the form again, and signs out for good", {
    tag: "@journey",
  }, async ({ page, installation, expectedNoise }) => {
    // Requests of the page between signing out and its end are refused.
    expectedNoise.push(/^console info: Clear-Site-Data header/, /status of 401/);
    const { email, password } = accountOf(installation, "compliance");
    await page.goto("/login");
    await expect(page.getByLabel("Email")).toBeFocused();
    // Masked, and filled in by pasting or by a password manager.
    const field = page.locator('input[autocomplete="current-password"]');
    await expect(field).toHaveAttribute("type", "password");
    const pasted = await field.evaluate((input) =>
      input.dispatchEvent(new ClipboardEvent("paste", { bubbles: true, cancelable: true })),
    );
    expect(pasted).toBe(true);
    await page.keyboard.type(email);
    await page.keyboard.press("Tab");
    await page.keyboard.type(password);
    await expect(page.getByRole("button", { name: "Sign in" })).toBeEnabled();
    await page.keyboard.press("Enter");
    // Deciders start at the queue.
    await expect(page.getByRole("heading", { name: "Review", level: 1, exact: true })).toBeVisible();
    await live(page);
    await page.getByRole("button", { name: /^Account of / }).click();
    await expect(page.getByRole("menu")).toContainText(email);
    await expect(page.getByRole("menu")).toContainText("Compliance");
    const again = await page.request.get("/login?next=%2Faccount", { maxRedirects: 0 });
    expect([again.status(), again.headers().location]).toEqual([307, "/account"]);
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
    // Back shows none of its pages.
    await page.goBack();
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  });

  test("returns to the page that required signing in, and to no other address", async ({ page, installation }) => {
    const home = "/verifications?status=error&q=EXP-2041";
    await page.goto(home);
    await expect(page).toHaveURL("/login?next=%2Fverifications%3Fstatus%3Derror%26q%3DEXP-2041");
    await fillIn(page, accountOf(installation, "compliance"));
    await expect(page).toHaveURL(home);
    // Addresses that count as another site: `search-params.test.ts` of the page.
    await page.goto("about:blank");
    await page.context().clearCookies();
    // Nor to an anchor of the sign-in page itself.
    await page.goto(`/login?next=${encodeURIComponent("/\\evil.example")}#findings-title`);
    await fillIn(page, accountOf(installation, "compliance"));
    await expect(page).toHaveURL("/review");
    for (const next of ["https://evil.example/", "//evil.example", "javascript:alert(1)", "/\t/evil.example"]) {
      const answer = await page.request.get(`/login?next=${encodeURIComponent(next)}`, { maxRedirects: 0 });
      expect([answer.status(), answer.headers().location], next).toEqual([307, "/review"]);
    }
  });
});

test("the anchor of an address survives signing in, before the page and at the end of its session", async ({
  page,
  play,
  apiAs,
  expectedNoise,
}) => {
  expectedNoise.push(SIGNED_OUT_NOISE);
  const { id } = await play("finished");
  const path = `/verifications/${encodeURIComponent(id)}`;
  const admin = await apiAs("admin");
  const user = await newUser(admin, "Carla", "compliance");
  const toAnchor = async () => {
    await fillIn(page, user);
    await expect(page).toHaveURL(`${path}#findings-title`);
    await expect(page.locator("#findings-title")).toBeFocused();
  };
  await page.goto(`${path}#findings-title`);
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}#findings-title`);
  await toAnchor();
  await live(page);
  expect((await admin.delete(`/api/users/${user.id}/sessions`)).status()).toBe(204);
  await coverOf(page).getByRole("button", { name: MESSAGES.en.access.signIn.again }).click();
  await expect(page).toHaveURL(`/login?ended=1&next=${encodeURIComponent(path)}#findings-title`);
  await toAnchor();
});

test("the sign-in page loads its icons and manifest, reports violations of its policy, and warns Safari alone on http://localhost", async ({
  page,
  expectedNoise,
}) => {
  expectedNoise.push(/Trusted/, /CSP violation: (require-trusted-types-for|img-src)/, /Content Security Policy/);
  const warning = page.getByText("Safari does not keep sessions on http://localhost.");
  await page.goto("/login");
  await expect(page.getByRole("button", { name: "Sign in" })).toBeEnabled();
  await expect(warning).toHaveCount(0);

  await test.step("icons and manifest", async () => {
    const named = await page
      .locator("link[rel=icon], link[rel=apple-touch-icon], link[rel=manifest]")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    expect(named).toEqual(["/manifest.webmanifest", "/favicon.ico", "/icon.svg", "/apple-touch-icon.png"]);
    await expect(page.locator("meta[name=theme-color]")).toHaveCount(2);
    // The icons are loaded as pictures of a page, under its policy.
    const drawn = await page.evaluate(async () => {
      const { icons } = await (await fetch("/manifest.webmanifest")).json();
      const links = [...document.querySelectorAll<HTMLLinkElement>("link[rel=icon], link[rel=apple-touch-icon]")];
      const addresses = [...links.map(({ href }) => href), ...icons.map(({ src }: { src: string }) => src)];
      return Promise.all(
        addresses.map(async (src) => {
          const image = Object.assign(new Image(), { src });
          await image.decode();
          return image.naturalWidth > 0;
        }),
      );
    });
    expect(drawn).toEqual(Array(7).fill(true));
    // The manifest as the browser reads it.
    const devtools = await page.context().newCDPSession(page);
    const { url, errors } = await devtools.send("Page.getAppManifest");
    expect([new URL(url).pathname, errors]).toEqual(["/manifest.webmanifest", []]);
  });

  await test.step("a violation is reported by the browser", async () => {
    const reported = page.waitForResponse((response) => new URL(response.url()).pathname === "/api/csp-reports");
    await page.evaluate(() => {
      new Image().src = "https://elsewhere.invalid/picture.png";
    });
    expect((await reported).status()).toBe(204);
  });

  await test.step("text becomes neither markup nor a script, except the address of a file of the build", async () => {
    const errors = await page.evaluate(() => {
      const ways: (() => unknown)[] = [
        () => Object.assign(document.createElement("div"), { innerHTML: "<img src=x onerror=alert(1)>" }),
        () => Object.assign(document.createElement("script"), { src: "https://elsewhere.invalid/a.js" }),
        () => Object.assign(document.createElement("script"), { src: "/api/status" }),
        () => Object.assign(document.createElement("script"), { text: "alert(1)" }),
        () => Object.assign(document.createElement("script"), { src: "/_next/static/chunks/a.js" }),
      ];
      return ways.map((way) => {
        try {
          way();
          return null;
        } catch (error) {
          return String(error);
        }
      });
    });
    expect(errors).toEqual([...Array(4).fill(expect.stringContaining("TypeError")), null]);
  });

  await test.step("Safari", async () => {
    await page.addInitScript(() => {
      const said = "Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15";
      Object.defineProperty(navigator, "vendor", { value: "Apple Computer, Inc." });
      Object.defineProperty(navigator, "userAgent", { value: said });
    });
    await page.reload();
    await expect(page.getByRole("note").filter({ has: warning })).toBeVisible();
  });
});

test.describe("a form sent before the scripts of its page run", () => {
  test("is sent when they run; a refused form keeps the typed text, without any password", async ({
    page,
    installation,
    expectedNoise,
  }) => {
    expectedNoise.push(/status of 401/);
    const { email, password } = accountOf(installation, "support");
    let scripts = Promise.withResolvers<void>();
    await page.route("**/_next/static/**/*.js*", async (route) => {
      await scripts.promise;
      await route.continue();
    });
    const send = async (typed: string) => {
      scripts = Promise.withResolvers<void>();
      await page.goto("/login", { waitUntil: "commit" });
      await expect(page.getByLabel("Email")).toBeFocused();
      await page.keyboard.type(email);
      await page.keyboard.press("Tab");
      await page.keyboard.type(typed);
      await page.keyboard.press("Enter");
      scripts.resolve();
    };
    await send("not the password");
    await expect(page.getByRole("main").getByRole("alert")).toHaveText("Email or password is wrong.");
    await expect(page).toHaveURL("/login");
    await expect(page.getByLabel("Email")).toHaveValue(email);
    await expect(page.getByLabel("Password")).toHaveValue("");
    await send(password);
    await expect(page.getByRole("heading", { name: "People", level: 1, exact: true })).toBeVisible();
  });

  test("is not sent by a browser without scripts", async ({ browser, installation }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: installation.origin });
    const page = await context.newPage();
    const posts: string[] = [];
    page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
    await page.goto("/login", { waitUntil: "load" });
    await page.getByLabel("Email").fill("someone@example.mx");
    await page.getByLabel("Password").fill("a password");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByLabel("Email")).toHaveValue("someone@example.mx");
    await expect(page).toHaveURL("/login");
    // The policy blocks the form's script address and reports it.
    expect(posts.filter((url) => !url.endsWith("/api/csp-reports"))).toEqual([]);
    await context.close();
  });
});
