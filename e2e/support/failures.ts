import { expect, type Page } from "@playwright/test";

/** A handler's answer while its database is unreachable. */
export const BROKEN = {
  status: 503,
  json: { success: false, code: "DATABASE_UNAVAILABLE", message: "no", timestamp: "" },
};

/**
 * Reads a verification until the service is known to be healthy, as the next test expects: after failures the circuit
 * breaker pauses calls, and the banner stays until a read has succeeded.
 */
export async function readUntilHealthy(page: Page, verificationId: string): Promise<void> {
  const headers = { origin: new URL(page.url()).origin };
  const stateOfService = async () => {
    await page.request.post(`/api/verifications/${encodeURIComponent(verificationId)}/read`, { headers });
    return (await (await page.request.get("/api/status")).json()).service.state;
  };
  await expect.poll(stateOfService).toBe("ok");
}
