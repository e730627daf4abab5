import type { Page } from "@playwright/test";
import pg from "pg";
import { currentCode, previousCode } from "#e2e/support/accounts.ts";
import { coverOf, SIGNED_OUT_NOISE, signInOver } from "#e2e/support/cover.ts";
import { accountOf, expect, test } from "#e2e/support/fixtures.ts";
import { live } from "#e2e/support/list.ts";

/*
 * Sessions of a minute, for all but administrators with a second factor. The warning before the end, and activity that
 * extends a session: `components/access/session-watch.browser.test.tsx` and `app/api/session/routes.db.test.ts`.
 */
const leaving = (page: Page) => page.getByRole("alertdialog", { name: "Are you still there?" });

/** Moves the clock of a page ahead by a minute, and the last activity of all sessions back by it. */
async function passMinute(page: Page, databaseUrl: string | undefined): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("UPDATE sessions SET active_at = active_at - interval '1 minute'");
  await client.end();
  await page.clock.fastForward("01:00");
}

test("a session without actions ends in spite of live updates, leaves no content on the screen, and continues after signing in", async ({
  page,
  signInAs,
  installation,
  expectedNoise,
}) => {
  expectedNoise.push(SIGNED_OUT_NOISE);
  await signInAs("support");
  await page.clock.install();
  await page.goto("/verifications?status=finished");
  const search = page.getByRole("search").getByRole("textbox", { name: "Search" });
  await live(page);
  await search.fill("EXP-1");
  await expect(page).toHaveURL(/\/verifications\?.*q=EXP-1/);
  await expect(leaving(page)).toBeVisible();
  await passMinute(page, installation.database?.url);
  await expect(coverOf(page)).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main navigation" })).toBeHidden();
  await expect(leaving(page)).toHaveCount(0);
  await signInOver(page, accountOf(installation, "support").password);
  await expect(coverOf(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/verifications\?.*q=EXP-1/);
  await expect(search).toHaveValue("EXP-1");
  await expect(search).toBeFocused();
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
  await page.locator("input[name=code]").fill(await previousCode(secret));
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "I have stored them" }).click();
  await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
  await page.goto("/keys");
  await expect(page.getByRole("heading", { name: "API keys", level: 1 })).toBeVisible();

  await test.step("and enters its code again over a page whose session has ended", async () => {
    await live(page);
    const { items } = await (await page.request.get("/api/account/sessions")).json();
    const own = items.find(({ current }: { current: boolean }) => current);
    const headers = { origin: installation.origin };
    expect((await page.request.delete(`/api/account/sessions/${own.id}`, { headers })).status()).toBe(204);
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
