import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { expectAccessible } from "#e2e/support/axe.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { live } from "#e2e/support/list.ts";
import { MESSAGES } from "#e2e/support/messages.ts";
import { acceptByApi } from "#e2e/support/reviews.ts";

const { decision, evidence: t, "evidence-page": checked, privacy, shell, verification } = MESSAGES.en;

/* The package's own page in Spanish: `lib/records/server/evidence/package/page.db.test.ts`. */
test(
  "an admin downloads the package of a file, whose page proves itself offline, those of a period, and the newest head, which fits one page of paper",
  { tag: "@journey" },
  async ({ page, context, signInAs, apiAs, play }, testInfo) => {
    const { id } = await play("finished");
    await acceptByApi(await apiAs("compliance"), id);
    const admin = await apiAs("admin");
    // The worker seals the entry of the sign-in.
    await expect.poll(async () => (await admin.get("/api/evidence/head")).status()).toBe(200);
    await signInAs("admin");
    await page.goto(`/verifications/${id}`);
    await live(page);

    await test.step("the package of a file", async () => {
      const words = privacy.package;
      await page.getByRole("button", { name: verification.header.more }).click();
      await page.getByRole("menuitem", { name: words.action }).click();
      const dialog = page.getByRole("dialog", { name: words.title });
      await dialog.getByLabel(words.format).selectOption("html");
      await dialog.getByLabel(words.people).selectOption("whole");
      const submit = dialog.getByRole("button", { name: words.submit });
      await expect(submit).toHaveAttribute("aria-disabled", "true");
      await dialog.getByLabel(words.reason).fill("Oficio 12/2026");
      await expectAccessible(page);
      const [download] = await Promise.all([page.waitForEvent("download"), submit.click()]);
      expect(download.suggestedFilename()).toBe(`evidence-${id}.html`);
      await expect(dialog).toBeHidden();
      const path = testInfo.outputPath("evidence.html");
      await download.saveAs(path);
      expect(readFileSync(path, "utf8")).toContain(id);
      const offline = await context.newPage();
      await offline.goto(pathToFileURL(path).href);
      await expect(offline.locator("#verdict")).toHaveText(checked.check.all);
      await expect(offline.locator(".altered")).toHaveCount(0);
      await expectAccessible(offline);
      await offline.close();
    });

    await page.getByRole("link", { name: shell.pages.evidence, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: t.title })).toBeVisible();
    await test.step("the packages of a period, and how far they are", async () => {
      const section = page.getByRole("region", { name: t.packages.title });
      const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
      await section.getByLabel(t.packages.from).fill(day(-1));
      await section.getByLabel(t.packages.to).fill(day(1));
      await expect(page.getByText(t.proof.left)).toBeVisible();
      await expect(page.getByText("npm run evidence -- check", { exact: true })).toBeVisible();
      await expectAccessible(page);
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        section.getByRole("button", { name: t.packages.submit }).click(),
      ]);
      expect(download.suggestedFilename()).toBe(`evidence-${day(-1)}-${day(1)}.zip`);
      await expect(section.getByRole("status")).toHaveText(t.packages.ready);
      const zip = readFileSync(await download.path()).toString("latin1");
      expect(zip).toContain("files/000001/manifest.json");
    });

    await test.step("the newest head: as a file, and on one page of paper", async () => {
      const download = page.waitForEvent("download");
      const newest = page.getByRole("region", { name: t.head.title, exact: true });
      await page.getByRole("button", { name: t.head.download }).click();
      const file = await download;
      const head = JSON.parse(readFileSync(await file.path(), "utf8"));
      expect(file.suggestedFilename()).toBe(`evidence-head-${head.size}.json`);
      const root = newest.getByText(head.root, { exact: true });
      await expect(root).toBeHidden();
      await newest.getByText(t.head.digits).click();
      await expect(root).toBeVisible();
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
  },
);
