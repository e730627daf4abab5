import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expectAccessibleAtBothWidths } from "#e2e/support/accounts.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { live, search } from "#e2e/support/list.ts";

const dialog = (page: Page) => page.getByRole("dialog", { name: "Export files" });

test.beforeEach(({ signInAs }) => signInAs("compliance"));

test("the list is exported with its filter and the chosen columns", async ({ page, play, apiAs }) => {
  const { id, tag } = await play("finished");
  await page.goto(`/verifications?q=${tag}`);
  await live(page);
  const button = page.getByRole("button", { name: "Export list" });
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toContainText("1 file");
  await expectAccessibleAtBothWidths(page);
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
  await expect(button).toBeFocused();

  await button.click();
  await dialog(page).getByRole("button", { name: "Choose none" }).click();
  await expect(dialog(page).getByText("Choose at least one column.")).toBeVisible();
  for (const column of ["Id", "Tag"]) await dialog(page).getByRole("checkbox", { name: column, exact: true }).check();
  const downloading = page.waitForEvent("download");
  await dialog(page).getByRole("link", { name: "Download file" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^cotejo-verifications-\d{4}-\d{2}-\d{2}\.csv$/);
  expect(readFileSync(await download.path(), "utf8")).toBe(`\ufeff"Id","Tag"\r\n"${id}","${tag}"\r\n`);
  await expect(dialog(page)).toBeHidden();
  const admin = await apiAs("admin");
  const exported = async () => (await (await admin.get("/api/audit?action=verifications.exported")).json()).items;
  await expect
    .poll(exported)
    .toContainEqual(
      expect.objectContaining({ outcome: "done", after: expect.objectContaining({ filter: `q=${tag}`, rows: 1 }) }),
    );
});

test("columns are remembered, and a workbook has words and a sheet of findings", async ({ page, play }) => {
  const { tag } = await play("finished");
  await page.goto(`/verifications?q=${tag}`);
  await live(page);
  const button = page.getByRole("button", { name: "Export list" });
  await button.click();
  await dialog(page).getByRole("button", { name: "Choose none" }).click();
  for (const column of ["Tag", "Status"])
    await dialog(page).getByRole("checkbox", { name: column, exact: true }).check();
  await dialog(page)
    .getByRole("radio", { name: /Excel workbook/ })
    .check();
  await expect(dialog(page)).toContainText("a second sheet with a row for each finding");
  const downloading = page.waitForEvent("download");
  await dialog(page).getByRole("link", { name: "Download file" }).click();
  expect((await downloading).suggestedFilename()).toMatch(/\.xlsx$/);
  await page.reload();
  await live(page);
  await button.click();
  await expect(dialog(page).getByRole("radio", { name: /Excel workbook/ })).toBeChecked();
  await expect(dialog(page).getByRole("checkbox", { name: "Status", exact: true })).toBeChecked();
  await expect(dialog(page).getByRole("checkbox", { name: "Id", exact: true })).not.toBeChecked();
});

test("text that may name a person is in no export's address", async ({ page }) => {
  await page.goto("/verifications");
  await live(page);
  await search(page).fill("Maderas del Sur");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Export list" }).click();
  await expect(dialog(page)).toContainText("may name a person");
  await expect(dialog(page).getByRole("link")).toHaveCount(0);
});
