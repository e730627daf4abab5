import { readFile } from "node:fs/promises";
import { expectAccessible } from "#e2e/support/axe.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { MESSAGES } from "#e2e/support/messages.ts";

for (const locale of ["en", "es-MX"] as const) {
  const { evidence: t, decision, shell } = MESSAGES[locale];

  test.describe(locale, () => {
    test.use({ locale });

    test("an admin keeps the newest head: as a file, and on one page of paper", async ({ page, signInAs, apiAs }) => {
      const admin = await apiAs("admin");
      // The worker seals the sign-in.
      await expect.poll(async () => (await admin.get("/api/evidence/head")).status()).toBe(200);
      await signInAs("admin");
      await page.goto("/");
      await page.getByRole("link", { name: shell.pages.evidence, exact: true }).click();
      await expect(page.getByRole("heading", { level: 1, name: t.title })).toBeVisible();
      await expect(page.getByText(t.proof.left)).toBeVisible();
      await expect(page.getByText("npm run evidence -- check", { exact: true })).toBeVisible();
      await expectAccessible(page);

      const download = page.waitForEvent("download");
      const newest = page.getByRole("region", { name: t.head.title, exact: true });
      await newest.getByRole("button", { name: t.head.download }).click();
      const file = await download;
      const head = JSON.parse(await readFile(await file.path(), "utf8"));
      expect(file.suggestedFilename()).toBe(`evidence-head-${head.size}.json`);
      await expect(page.getByText(head.root, { exact: true }).first()).toBeVisible();
      const proof = await admin.get(`/api/evidence/consistency?first=${head.size}&second=${head.size}`);
      expect(proof.status()).toBe(200);

      await page.setViewportSize({ width: 360, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
      await page.emulateMedia({ media: "print" });
      const folio = `${String(head.size).padStart(6, "0")}-${head.root.slice(0, 8)}`;
      await expect(page.getByText(t.printed.folio.replace("{number}", folio))).toBeVisible();
      await expect(page.getByText(t.printed.keptBy)).toBeVisible();
      await expect(page.getByText(decision.central)).toBeVisible();
      await expect(page.getByText(t.proof.left)).toBeHidden();
      const pdf = await page.pdf({ format: "A4" });
      expect(pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    });
  });
}

test("the page is for admins", async ({ apiAs }) => {
  for (const role of ["compliance", "support"] as const)
    expect((await (await apiAs(role)).get("/evidence")).status(), role).toBe(404);
});
