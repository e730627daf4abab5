import { expect, test } from "#e2e/support/fixtures.ts";
import { crash } from "#e2e/support/installation.ts";

test("a command whose process is killed in between is shown with an unknown outcome", async ({
  page,
  signInAs,
  apiAs,
  sandbox,
  installation,
  expectedNoise,
}) => {
  // The page is open while its server is down.
  expectedNoise.push(/Failed to load resource/, /net::ERR/);
  const admin = await apiAs("admin");
  const creations = async (): Promise<{ entry_id: number; outcome: string }[]> =>
    (await (await admin.get("/api/audit?action=webhook.created")).json()).items;
  const before = (await creations()).map(({ entry_id }) => entry_id);
  const begun = async () =>
    (await creations()).filter(({ entry_id }) => !before.includes(entry_id)).map(({ outcome }) => outcome);
  await sandbox.faultEverywhere({ kind: "hang" });
  const killed = admin
    .post("/api/webhooks", {
      data: { url: "https://hooks.maderas.mx/svc", events: ["verification.v2.created"], description: "Lost" },
    })
    .then(
      (answer) => answer.status(),
      () => "cut off",
    );
  await expect.poll(begun).toEqual(["unknown"]);
  crash(installation, "dashboard");
  expect(await killed).toBe("cut off");
  await expect.poll(() => begun().catch(() => "away"), { timeout: 60_000 }).toEqual(["unknown"]);
  await signInAs("admin");
  await page.goto("/audit?outcome=unknown");
  const entry = page.getByRole("listitem").filter({ hasText: "Created a webhook" }).first();
  await expect(entry).toContainText("Not known");
  await expect(entry).toContainText("admin@sandbox.local");
  await expect.poll(async () => (await admin.get("/api/health/ready")).json()).toMatchObject({ missing: [] });
});
