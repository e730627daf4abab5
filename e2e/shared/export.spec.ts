import { readFileSync } from "node:fs";
import { expect, test } from "#e2e/support/fixtures.ts";
import { live } from "#e2e/support/list.ts";

/* The dialog and its choices: `components/desk/verifications/export-dialog.browser.test.tsx`. */
test("the list is exported with its filter and the chosen columns, on record", async ({
  page,
  play,
  apiAs,
  signInAs,
}) => {
  const { id, tag } = await play("finished");
  await signInAs("compliance");
  await page.goto(`/verifications?q=${tag}`);
  await live(page);
  await page.getByRole("button", { name: "Export list" }).click();
  const dialog = page.getByRole("dialog", { name: "Export files" });
  await dialog.getByText(/^Adjust/).click();
  await dialog.getByRole("button", { name: "Choose none" }).click();
  for (const name of ["Id", "Tag"]) await dialog.getByRole("checkbox", { name, exact: true }).check();
  const downloading = page.waitForEvent("download");
  await dialog.getByRole("link", { name: "Download file" }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^cotejo-verifications-\d{4}-\d{2}-\d{2}\.csv$/);
  expect(readFileSync(await file.path(), "utf8")).toBe(`\ufeff"Id","Tag"\r\n"${id}","${tag}"\r\n`);
  await expect(dialog).toBeHidden();
  const admin = await apiAs("admin");
  const exported = async () => (await (await admin.get("/api/audit?action=verifications.exported")).json()).items;
  await expect
    .poll(exported)
    .toContainEqual(
      expect.objectContaining({ outcome: "done", after: expect.objectContaining({ filter: `q=${tag}`, rows: 1 }) }),
    );
});
