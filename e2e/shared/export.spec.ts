import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expectAccessibleAtBothWidths } from "#e2e/support/accounts.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { live, search } from "#e2e/support/list.ts";

const dialog = (page: Page) => page.getByRole("dialog", { name: "Export files" });

test("the list is exported with its filter and the chosen columns, which are remembered; text that may name a person is in no export's address", async ({
  page,
  play,
  apiAs,
  signInAs,
}) => {
  const { id, tag } = await play("finished");
  await signInAs("compliance");
  await page.goto(`/verifications?q=${tag}`);
  await live(page);
  const button = page.getByRole("button", { name: "Export list" });
  const column = (name: string) => dialog(page).getByRole("checkbox", { name, exact: true });
  const workbook = dialog(page).getByRole("radio", { name: /Excel workbook/ });
  const download = async () => {
    const downloading = page.waitForEvent("download");
    await dialog(page).getByRole("link", { name: "Download file" }).click();
    return downloading;
  };

  await test.step("the dialog by keyboard", async () => {
    await button.focus();
    await page.keyboard.press("Enter");
    await expect(dialog(page)).toContainText("1 file");
    await expectAccessibleAtBothWidths(page);
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeHidden();
    await expect(button).toBeFocused();
  });
  await test.step("a file of lines, which is on record", async () => {
    await button.click();
    await dialog(page).getByRole("button", { name: "Choose none" }).click();
    await expect(dialog(page).getByText("Choose at least one column.")).toBeVisible();
    for (const name of ["Id", "Tag"]) await column(name).check();
    const file = await download();
    expect(file.suggestedFilename()).toMatch(/^cotejo-verifications-\d{4}-\d{2}-\d{2}\.csv$/);
    expect(readFileSync(await file.path(), "utf8")).toBe(`\ufeff"Id","Tag"\r\n"${id}","${tag}"\r\n`);
    await expect(dialog(page)).toBeHidden();
    const admin = await apiAs("admin");
    const exported = async () => (await (await admin.get("/api/audit?action=verifications.exported")).json()).items;
    await expect
      .poll(exported)
      .toContainEqual(
        expect.objectContaining({ outcome: "done", after: expect.objectContaining({ filter: `q=${tag}`, rows: 1 }) }),
      );
  });
  await test.step("a workbook, which has a sheet of findings", async () => {
    await button.click();
    await column("Id").uncheck();
    await column("Status").check();
    await workbook.check();
    await expect(dialog(page)).toContainText("a second sheet with a row for each finding");
    expect((await download()).suggestedFilename()).toMatch(/\.xlsx$/);
  });
  await test.step("the choices after a reload", async () => {
    await page.reload();
    await live(page);
    await button.click();
    await expect(workbook).toBeChecked();
    await expect(column("Status")).toBeChecked();
    await expect(column("Id")).not.toBeChecked();
    await page.keyboard.press("Escape");
  });
  await test.step("no address for a text that may name a person", async () => {
    await search(page).fill("Maderas del Sur");
    await page.keyboard.press("Enter");
    await button.click();
    await expect(dialog(page)).toContainText("may name a person");
    await expect(dialog(page).getByRole("link")).toHaveCount(0);
  });
});
