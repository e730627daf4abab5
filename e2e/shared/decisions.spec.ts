import { readFileSync } from "node:fs";
import { expectNoSidewaysScroll, violationsOf } from "#e2e/support/axe.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { acceptByApi } from "#e2e/support/reviews.ts";

test("decisions of a period are in the navigation, link to their records, and are exported and printed", async ({
  page,
  play,
  signInAs,
  apiAs,
}) => {
  await signInAs("compliance");
  const { id, tag } = await play("finished");
  const api = await apiAs("compliance");
  await expect
    .poll(async () => (await (await api.get(`/api/verifications/${id}`)).json()).review?.version)
    .toBeTruthy();
  await acceptByApi(api, id, "Visto en la muestra");
  await page.goto("/review");
  await page.getByRole("navigation", { name: "Main navigation" }).getByRole("link", { name: "Decisions" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Decisions" })).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: "Visto en la muestra" }).filter({ hasText: tag });
  await expect(row).toContainText("Accepted");
  expect(await violationsOf(page)).toEqual([]);

  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "CSV file" }).click();
  const csv = readFileSync(await (await downloading).path(), "utf8");
  expect(csv).toContain('"Date (America/Mexico_City)"');
  expect(csv).toContain("Visto en la muestra");
  const workbook = page.waitForEvent("download");
  await page.getByRole("link", { name: "Excel workbook" }).click();
  expect((await workbook).suggestedFilename()).toMatch(/\.xlsx$/);

  await page.getByLabel("Sample size").fill("1");
  await page.getByLabel("Seed").fill("abril");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page).toHaveURL(/sample=1&seed=abril/);
  await expect(page.getByText(/Sample of 1 of \d+, seed abril/)).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText("Authorized by")).toBeVisible();
  await expect(page.getByRole("button", { name: "Show" })).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goBack();
  await row.getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1, name: "Decision record" })).toBeVisible();
  await expect(page.getByRole("article")).toContainText("Visto en la muestra");
});
