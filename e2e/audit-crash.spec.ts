import { expect, test } from "./support/fixtures.ts";
import { crash } from "./support/installation.ts";

test.use({ home: "own" });

test("a command whose process is killed in between says that its outcome is not known", async ({
  page,
  signInAs,
  apiAs,
  sandbox,
  installation,
  expectedNoise,
}) => {
  // The page is open while its server is away.
  expectedNoise.push(/Failed to load resource/, /net::ERR/);
  const admin = await apiAs("admin");
  await sandbox.faultEverywhere({ kind: "hang" });
  const killed = admin
    .post("/api/webhooks", {
      data: { url: "https://hooks.maderas.mx/svc", events: ["verification.v2.created"], description: "Lost" },
    })
    .then(
      (answer) => answer.status(),
      () => "cut off",
    );
  const begun = async () => {
    const { items } = await (await admin.get("/api/audit?action=webhook.created")).json();
    return items.map(({ outcome }: { outcome: string }) => outcome);
  };
  await expect.poll(begun).toEqual(["unknown"]);
  crash(installation, "dashboard");
  expect(await killed).toBe("cut off");
  await expect.poll(() => begun().catch(() => "away"), { timeout: 60_000 }).toEqual(["unknown"]);
  await signInAs("admin");
  await page.goto("/audit?outcome=unknown");
  const entry = page.getByRole("listitem").filter({ hasText: "Created a webhook" });
  await expect(entry).toContainText("Not known");
  await expect(entry).toContainText("admin@sandbox.local");
});
