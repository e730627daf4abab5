import { expect, type Locator, type Page } from "@playwright/test";

/** What a handler answers while its database is out of reach. */
export const BROKEN = {
  status: 503,
  json: { success: false, code: "DATABASE_UNAVAILABLE", message: "no", timestamp: "" },
};

/** News or the clock may have had it tried again already, and then there is nothing left to press. */
export async function pressIfStill(button: Locator): Promise<void> {
  await expect(async () => {
    if (await button.isVisible()) await button.click({ timeout: 1_000 });
  }).toPass();
}

/**
 * Opens a verification that the service fails to tell about until the page says so. Silence may just have had it read
 * before the service failed, and one reading serves everybody for ten seconds: only a later opening finds out.
 */
export async function openInTrouble(page: Page, verificationId: string, told: Locator): Promise<void> {
  await expect(async () => {
    await page.goto(`/verifications/${verificationId}`);
    await expect(told).toBeVisible({ timeout: 12_000 });
  }).toPass();
}

/**
 * Has a verification read until the service is known to be well, as whoever comes next expects it: after failures calls
 * are paused for a moment, and the banner stays until a reading has worked.
 */
export async function readUntilWell(page: Page, verificationId: string): Promise<void> {
  const headers = { origin: new URL(page.url()).origin };
  const stateOfService = async () => {
    await page.request.post(`/api/verifications/${encodeURIComponent(verificationId)}/read`, { headers });
    return (await (await page.request.get("/api/status")).json()).service.state;
  };
  await expect.poll(stateOfService).toBe("ok");
}
