import type { Page, Request } from "@playwright/test";
import { currentCode } from "#e2e/support/accounts.ts";
import { coverOf, SIGNED_OUT_NOISE, signInOver } from "#e2e/support/cover.ts";
import { accountOf, expect, test } from "#e2e/support/fixtures.ts";
import { anotherPerson } from "#e2e/support/keys.ts";
import { live } from "#e2e/support/list.ts";

/*
 * Sessions of a minute: the first forty seconds are enough to sign in and load a page on a busy machine, and the last twenty
 * for the actions of a test. Administrators need a second factor.
 */
const leaving = (page: Page) => page.getByRole("alertdialog", { name: "Are you still there?" });

test("the end of an idle session is announced, and the user's answer ends or extends it", async ({
  browser,
  installation,
}) => {
  await Promise.all([
    test.step("is extended by keyboard", async () => {
      const stays = await anotherPerson(browser, installation, "support");
      await stays.goto("/account");
      await expect(leaving(stays)).toBeVisible();
      await expect(leaving(stays).getByRole("button", { name: "Stay signed in" })).toBeFocused();
      await stays.keyboard.press("Enter");
      await expect(leaving(stays)).toBeHidden();
      expect((await (await stays.request.get("/api/session")).json()).session.idle_in).toBeGreaterThan(40);
      await stays.context().close();
    }),
    test.step("the extension can be repeated after a lost answer, and the focus returns", async () => {
      const cutOff = await anotherPerson(browser, installation, "support");
      await cutOff.goto("/account");
      const field = cutOff.getByLabel("Current password");
      await field.focus();
      await cutOff.route("**/api/session/activity", (route) => route.abort());
      const stay = leaving(cutOff).getByRole("button", { name: "Stay signed in" });
      const isActivity = (request: Request) => request.url().endsWith("/api/session/activity");
      await expect(leaving(cutOff)).toBeVisible();
      for (const say of [
        () => stay.click(),
        () => cutOff.keyboard.press("Escape").then(() => cutOff.keyboard.press("Escape")),
      ]) {
        const lost = cutOff.waitForEvent("requestfailed", isActivity);
        await say();
        await lost;
        await expect(leaving(cutOff)).toBeVisible();
      }
      await cutOff.unroute("**/api/session/activity");
      await stay.click();
      await expect(leaving(cutOff)).toBeHidden();
      await expect(field).toBeFocused();
      await cutOff.context().close();
    }),
    test.step("is announced, ends, leaves no content on the screen, and continues after signing in", async () => {
      const gone = await anotherPerson(browser, installation, "support");
      await gone.goto("/verifications?status=finished");
      const search = gone.getByRole("search").getByRole("textbox", { name: "Search" });
      await live(gone);
      await search.fill("EXP-1");
      await expect(gone).toHaveURL(/\/verifications\?.*q=EXP-1/);
      await expect(leaving(gone)).toBeVisible();
      await expect(leaving(gone)).toContainText(/0:(20|[01]\d)/);
      await expect(coverOf(gone)).toBeVisible();
      await expect(gone.getByRole("navigation", { name: "Main navigation" })).toBeHidden();
      await expect(leaving(gone)).toHaveCount(0);
      await signInOver(gone, accountOf(installation, "support").password);
      await expect(coverOf(gone)).toHaveCount(0);
      await expect(gone).toHaveURL(/\/verifications\?.*q=EXP-1/);
      await expect(search).toHaveValue("EXP-1");
      await expect(search).toBeFocused();
      await gone.context().close();
    }),
  ]);
});

test("requests of the page itself do not extend a session, actions of the user do", async ({ page, signInAs }) => {
  await signInAs("support");
  await page.goto("/verifications");
  // The server's clock decides, and cannot be changed here: the user is active for longer than the idle time.
  const until = Date.now() + 62_000;
  const working = () => page.keyboard.press("Shift").then(() => Date.now() < until);
  await expect.poll(working, { intervals: [1_000], timeout: 90_000 }).toBe(false);
  await expect(leaving(page)).toBeHidden();
  // The page still receives live updates, without any input.
  await expect(leaving(page)).toBeVisible();
});

test("a user who must have a second factor sets it up first: no other page is accessible before", async ({
  page,
  signInAs,
  apiAs,
  installation,
  expectedNoise,
}) => {
  expectedNoise.push(SIGNED_OUT_NOISE);
  const api = await apiAs("admin");
  const refused = await api.get("/api/verifications");
  expect([refused.status(), (await refused.json()).code]).toEqual([403, "SECOND_FACTOR_MISSING"]);
  await signInAs("admin");
  await page.goto("/keys");
  await expect(page).toHaveURL("/account");
  await expect(page.getByText("This installation requires a second factor.")).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main navigation" })).toHaveCount(0);
  await page.getByRole("button", { name: "Set up second factor" }).click();
  const secret = ((await page.locator("form code").textContent()) ?? "").replaceAll(/\s/g, "");
  await page.locator("input[name=code]").fill(currentCode(secret));
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "I have stored them" }).click();
  await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
  await page.goto("/keys");
  await expect(page.getByRole("heading", { name: "API keys", level: 1 })).toBeVisible();

  await test.step("and enters its code again over a page whose session has ended", async () => {
    await expect(coverOf(page)).toBeVisible();
    await signInOver(page, accountOf(installation, "admin").password);
    const code = coverOf(page).getByLabel("Code");
    await expect(code).toBeFocused();
    await page.keyboard.type(currentCode(secret));
    await page.keyboard.press("Enter");
    await expect(coverOf(page)).toHaveCount(0);
    await expect(page.getByRole("heading", { name: "API keys", level: 1 })).toBeVisible();
  });
});
