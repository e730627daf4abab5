import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { expectAccessible } from "#e2e/support/axe.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { live } from "#e2e/support/list.ts";
import { MESSAGES } from "#e2e/support/messages.ts";
import { acceptByApi } from "#e2e/support/reviews.ts";

for (const locale of ["en", "es-MX"] as const) {
  const { privacy, "evidence-page": page_ } = MESSAGES[locale];
  const t = privacy.package;

  test.describe(locale, () => {
    test.use({ locale });

    test("an admin downloads the evidence package of a file, whose page proves itself offline", async ({
      page,
      context,
      signInAs,
      play,
    }, testInfo) => {
      const { id } = await play("finished");
      await signInAs("admin");
      await page.goto(`/verifications/${id}`);
      await live(page);
      await page.getByRole("button", { name: privacy.erase.more }).click();
      await page.getByRole("menuitem", { name: t.action }).click();
      const dialog = page.getByRole("dialog", { name: t.title });
      await dialog.getByLabel(t.format).selectOption("html");
      await dialog.getByLabel(t.people).selectOption("whole");
      const submit = dialog.getByRole("button", { name: t.submit });
      await expect(submit).toHaveAttribute("aria-disabled", "true");
      await dialog.getByLabel(t.reason).fill("Oficio 12/2026");
      await expectAccessible(page);
      const [download] = await Promise.all([page.waitForEvent("download"), submit.click()]);
      expect(download.suggestedFilename()).toBe(`evidence-${id}.html`);
      await expect(dialog).toBeHidden();
      const path = testInfo.outputPath("evidence.html");
      await download.saveAs(path);
      expect(readFileSync(path, "utf8")).toContain(id);
      const offline = await context.newPage();
      await offline.goto(pathToFileURL(path).href);
      await expect(offline.locator("#verdict")).toHaveText(page_.check.all);
      await expect(offline.locator(".altered")).toHaveCount(0);
      await expectAccessible(offline);
    });
  });
}

test("an admin downloads the packages of a period and sees how far they are", async ({
  page,
  signInAs,
  apiAs,
  play,
}) => {
  const t = MESSAGES.en.evidence.packages;
  const { id } = await play("finished");
  await acceptByApi(await apiAs("compliance"), id);
  await signInAs("admin");
  await page.goto("/evidence");
  await live(page);
  const section = page.getByRole("region", { name: t.title });
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  await section.getByLabel(t.from).fill(day(-1));
  await section.getByLabel(t.to).fill(day(1));
  await expectAccessible(page);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    section.getByRole("button", { name: t.submit }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`evidence-${day(-1)}-${day(1)}.zip`);
  await expect(section.getByRole("status")).toHaveText(t.ready);
  const zip = readFileSync(await download.path()).toString("latin1");
  expect(zip).toContain("files/000001/manifest.json");
});
