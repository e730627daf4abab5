import { copyBuild, startDashboard } from "#e2e/support/dashboards.ts";
import { accountOf, expect, test } from "#e2e/support/fixtures.ts";
import { live, search } from "#e2e/support/list.ts";
import { freePort } from "#tools/test/free-ports.ts";

/** The browser's log while no dashboard listens. */
const AWAY_NOISE = /net::ERR_(CONNECTION_REFUSED|INCOMPLETE_CHUNKED_ENCODING|CONNECTION_RESET|EMPTY_RESPONSE)/;

test("a tab of a replaced build keeps typed text, whatever the page requests, and reloads at its reader's next navigation", async ({
  page,
  installation,
  expectedNoise,
}) => {
  expectedNoise.push(AWAY_NOISE);
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const { build, remove } = copyBuild();
  let stop = await startDashboard(installation, port);
  try {
    const { email, password } = accountOf(installation, "compliance");
    const data = { email, password };
    expect((await page.request.post(`${origin}/api/session`, { data, headers: { origin } })).ok()).toBe(true);
    await page.goto(`${origin}/verifications`);
    // A reload clears this mark.
    await page.evaluate(() => Object.assign(window, { loadedOnce: true }));
    const loadedOnce = () => page.evaluate(() => "loadedOnce" in window);
    await live(page);
    await search(page).pressSequentially("EXP-1");
    await expect(page).toHaveURL(/q=EXP-1$/);

    await stop();
    stop = await startDashboard(installation, port, build);
    // The answers are from the new build.
    const found = page.waitForResponse((response) => response.url().includes("/api/verifications?") && response.ok());
    await search(page).pressSequentially("2345");
    await found;
    await expect(page).toHaveURL(/q=EXP-12345$/);
    const navigation = page.getByRole("navigation", { name: "Main navigation" });
    const people = navigation.getByRole("link", { name: "People" });
    // Hovering a link makes the router prefetch its page.
    const ahead = page.waitForResponse((response) => response.url().includes("/people?_rsc="));
    await people.hover();
    await ahead;
    await page.getByRole("button", { name: "Cambiar a español" }).click();
    await expect(page.getByRole("banner").getByText("The next page will be in Spanish.")).toBeVisible();
    await expect(search(page)).toHaveValue("EXP-12345");
    expect(await loadedOnce()).toBe(true);

    await people.click();
    await expect(page.getByRole("heading", { name: "Personas", level: 1 })).toBeVisible();
    await expect(page).toHaveURL(`${origin}/people`);
    expect(await loadedOnce()).toBe(false);
    // Now it is a tab of the new build, whose pages come without a reload, once it is hydrated.
    await expect(page.locator("[data-announced]").filter({ hasText: /^En vivo$/ })).toBeVisible();
    await page.evaluate(() => Object.assign(window, { loadedOnce: true }));
    await page.getByRole("link", { name: "Expedientes" }).first().click();
    await expect(page.getByRole("heading", { name: "Expedientes", level: 1 })).toBeVisible();
    expect(await loadedOnce()).toBe(true);
  } finally {
    await stop();
    remove();
  }
});
