import type { Locator, Page } from "@playwright/test";
import { readUntilHealthy } from "#e2e/support/failures.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import type { Fault, Played, Sandbox } from "#e2e/support/sandbox.ts";

// The browser logs the handlers' answers while the service gives none.
test.beforeEach(({ expectedNoise }) => void expectedNoise.push(/status of (409|50\d)/));

const noticeOf = (page: Page, title: string | RegExp) => page.locator("[data-announced]").filter({ hasText: title });

/** Presses the button while it is shown: as long as calls are paused, a retry comes too early. */
const tryUntilHealthy = (button: Locator, well: () => Promise<void>) =>
  expect(async () => {
    if (await button.isVisible()) await button.click({ timeout: 1_000 });
    await well();
  }).toPass();

/**
 * Plays a verification whose first read fails. The worker may read it as soon as it exists, so every call fails until its
 * id is known.
 */
async function playWhileFailing(
  sandbox: Sandbox,
  settled: (id: string) => Promise<void>,
  fault: Fault,
): Promise<Played> {
  const endEverywhere = await sandbox.faultEverywhere(fault);
  const played = await sandbox.play("pending-upload");
  await sandbox.faultFor(played.id, fault);
  await endEverywhere();
  await settled(played.id);
  return played;
}

/* An id that the service could not look up: `components/desk/verification/verification-lookup.browser.test.tsx`. */
test.describe("the service answers", () => {
  test.beforeEach(({ signInAs }) => signInAs("compliance"));

  test("wrongly: the file still shows, with a notice, while events update it, and a refresh repairs it", async ({
    page,
    sandbox,
    settled,
  }) => {
    const { id, tag } = await playWhileFailing(sandbox, settled, { kind: "status", status: 409 });
    const csf = { kind: "item_status", item_id: 7, item_type: "csf_mx", internal_status: "processing" };
    await sandbox.change(id, csf);
    await settled(id);
    await page.goto(`/verifications/${id}`);
    // The banner may have the same title.
    const notice = noticeOf(page, "The service reports a conflict (409)").filter({
      hasText: "The data shown comes from events only.",
    });
    await expect(notice).toBeVisible();
    await expect(page.getByRole("heading", { name: tag, level: 1 })).toBeVisible();
    await expect(page.getByRole("region", { name: "Documents" })).toContainText("Tax status certificate");
    await sandbox.change(id, { kind: "documents_status", to: "full_upload" });
    await expect(page.getByRole("region", { name: "Document status" })).toContainText("Complete");
    await expect(notice).toBeVisible();

    await sandbox.clearFaults();
    await tryUntilHealthy(notice.getByRole("button", { name: "Try again" }), () =>
      expect(notice).toBeHidden({ timeout: 10_000 }),
    );
    await expect(page.getByText(/^Updated /)).toBeVisible();
  });
});

test.describe("a failing service", () => {
  test("is shown on every page with its start, until the service is healthy again", async ({
    page,
    signInAs,
    sandbox,
    settled,
  }) => {
    await signInAs("compliance");
    await sandbox.faultEverywhere({ kind: "status", status: 500 });
    const { id } = await sandbox.play("pending-upload");
    await settled(id);
    // After a few faults in a row the circuit breaker opens, and the page shows that instead.
    const notice = noticeOf(page, /The service does not answer \(5xx\)|Calls to the service are paused/);
    await page.goto(`/verifications/${id}`);
    await expect(notice).toBeVisible();
    // The title of the banner has a full stop, and follows the last error.
    const banner = noticeOf(page, /The service does not answer\.|Calls to the service are paused\./);
    // An open page requests the status every 15 seconds, a new page at once.
    await page.reload();
    await expect(banner).toBeVisible();
    await expect(banner.getByRole("time").first()).toBeVisible();
    for (const name of ["Overview", "Verifications"]) {
      await page.getByRole("navigation", { name: "Main navigation" }).getByRole("link", { name, exact: true }).click();
      await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
      await expect(banner).toBeVisible();
    }
    await sandbox.clearFaults();
    await readUntilHealthy(page, id);
    await page.goto(`/verifications/${id}`);
    await expect(page.getByText(/^Updated /)).toBeVisible();
    await expect(notice).toBeHidden();
    await expect(banner).toBeHidden();
  });
});
