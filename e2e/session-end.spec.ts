import type { Request } from "@playwright/test";
import { codeAt, stepAt } from "#lib/server/access/totp.ts";
import { accountOf, expect, test } from "./support/fixtures.ts";

/* Sessions of eighteen seconds, and administrators who need a second factor. */
test.use({ home: "own", environment: { SESSION_IDLE_MINUTES: "0.3", SECOND_FACTOR_REQUIRED_FOR: "admins" } });

const LEFT_NOISE = [/status of 401/, /net::ERR_ABORTED/, /ERR_INCOMPLETE_CHUNKED_ENCODING/];

test.describe("a session that nobody uses", () => {
  test.beforeEach(({ expectedNoise }) => void expectedNoise.push(...LEFT_NOISE));

  test("is announced before it ends, ends, leaves nothing on the screen, and comes back to its place", async ({
    page,
    signInAs,
    installation,
  }) => {
    await signInAs("support");
    await page.goto("/verifications?status=finished");
    const dialog = page.getByRole("alertdialog", { name: "Are you still there?" });
    await expect(dialog).toBeVisible();
    await expect(dialog).toContainText(/0:0\d/);
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
    await expect(page.getByText("Your session has ended. Sign in to go on where you were.")).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Main navigation" })).toBeHidden();
    const { email, password } = accountOf(installation, "support");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/verifications?status=finished");
  });

  test("goes on for who says so, by keyboard", async ({ page, signInAs }) => {
    await signInAs("support");
    await page.goto("/account");
    const dialog = page.getByRole("alertdialog", { name: "Are you still there?" });
    await expect(dialog).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Stay signed in" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(dialog).toBeHidden();
    expect((await (await page.request.get("/api/session")).json()).session.idle_in).toBeGreaterThan(10);
  });

  test("can be asked for again where the answer did not arrive, and the focus goes back to where it was", async ({
    page,
    signInAs,
    expectedNoise,
  }) => {
    expectedNoise.push(/net::ERR_FAILED/);
    await signInAs("support");
    await page.goto("/account");
    const field = page.getByLabel("Current password");
    await field.focus();
    await page.route("**/api/session/activity", (route) => route.abort());
    const dialog = page.getByRole("alertdialog", { name: "Are you still there?" });
    const stay = dialog.getByRole("button", { name: "Stay signed in" });
    const isTold = (request: Request) => request.url().endsWith("/api/session/activity");
    for (const say of [
      () => stay.click(),
      () => page.keyboard.press("Escape").then(() => page.keyboard.press("Escape")),
    ]) {
      const lost = page.waitForEvent("requestfailed", isTold);
      await say();
      await lost;
      await expect(dialog).toBeVisible();
    }
    await page.unroute("**/api/session/activity");
    await stay.click();
    await expect(dialog).toBeHidden();
    await expect(field).toBeFocused();
  });

  test("is not kept alive by what the page asks by itself, and is by what a person does", async ({
    page,
    signInAs,
  }) => {
    await signInAs("support");
    await page.goto("/verifications");
    const dialog = page.getByRole("alertdialog", { name: "Are you still there?" });
    // The server's clock decides, and nothing here can turn it: somebody is at work for longer than a session idles.
    const until = Date.now() + 24_000;
    const working = () => page.keyboard.press("Shift").then(() => Date.now() < until);
    await expect.poll(working, { intervals: [1_000], timeout: 60_000 }).toBe(false);
    await expect(dialog).toBeHidden();
    // The page goes on listening to news, and nobody touches it any more.
    await expect(dialog).toBeVisible();
  });
});

test("who needs a second factor sets it up first: there is nothing else until then", async ({
  page,
  signInAs,
  apiAs,
}) => {
  const api = await apiAs("admin");
  const refused = await api.get("/api/verifications");
  expect([refused.status(), (await refused.json()).code]).toEqual([403, "SECOND_FACTOR_MISSING"]);
  await signInAs("admin");
  await page.goto("/keys");
  await expect(page).toHaveURL("/account");
  await expect(page.getByText("This installation asks you for a second factor.")).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main navigation" })).toHaveCount(0);
  await page.getByRole("button", { name: "Set up" }).click();
  const secret = ((await page.locator("form code").textContent()) ?? "").replaceAll(/\s/g, "");
  await page.locator("input[name=code]").fill(codeAt(secret, stepAt(Date.now() / 1000)));
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "I have stored them" }).click();
  await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
  await page.goto("/keys");
  await expect(page.getByRole("heading", { name: "API keys", level: 1 })).toBeVisible();
});
