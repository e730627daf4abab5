import type { Page } from "@playwright/test";
import { expectAccessibleAtBothWidths } from "#e2e/support/accounts.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { live } from "#e2e/support/list.ts";
import { xlsxExport } from "#lib/platform/server/tables/xlsx.ts";

const SETTINGS = "/api/settings/review";
const DOCUMENTS = [
  { key: "proof", en: "Proof of address", es: "Comprobante de domicilio", per: "file", counts: "check" },
];

/** A workbook whose second sheet is large, as in a real one: its parts are then unpacked in another way. */
async function workbook(header: string[], rows: (string | Date)[][]): Promise<Buffer> {
  const texts = Array.from({ length: 8_000 }, (_, row) => [`${row} ${"Una nota larga. ".repeat(8)}`]);
  const { body } = xlsxExport([
    { name: "Fechas", header, pages: [rows] },
    { name: "Notas", header: ["Nota"], pages: [texts] },
  ]);
  return Buffer.from(await new Response(body).arrayBuffer());
}

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const choose = (page: Page, name: string, mimeType: string, buffer: Buffer) =>
  page.getByLabel(/^Choose (?:a|another) file/).setInputFiles({ name, mimeType, buffer });
const dates = (page: Page) => page.getByRole("region", { name: "Dates of documents" });

test("an officer brings dates from a workbook and a CSV file, sees them on the file, and takes an import back", {
  tag: "@journey",
}, async ({ page, play, apiAs, signInAs }) => {
  const admin = await apiAs("admin");
  const before = await (await admin.get(SETTINGS)).json();
  const { id, tag } = await play("finished-clean");
  const save = async (data: object) => {
    const { version } = await (await admin.get(SETTINGS)).json();
    expect((await admin.put(SETTINGS, { data: { ...before, version, ...data } })).ok()).toBe(true);
  };
  await save({ documents: DOCUMENTS, yearly_check: { months: 12, ahead_days: 0 } });

  try {
    await test.step("the list leads to the import, since the rules have dates", async () => {
      await signInAs("compliance");
      await page.goto("/verifications");
      await live(page);
      await page.getByRole("link", { name: "Import dates from a spreadsheet" }).click();
      await expect(page.getByRole("heading", { level: 1, name: "Import dates" })).toBeVisible();
      await expectAccessibleAtBothWidths(page);
    });

    await test.step("a workbook is read in the browser, and previewed without storing anything", async () => {
      const rows = [
        [tag, "Comprobante de domicilio", new Date("2026-10-12T00:00:00Z"), new Date("2023-03-14T00:00:00Z")],
        ["EXP-NOWHERE", "Comprobante de domicilio", new Date("2026-10-12T00:00:00Z"), ""],
      ];
      const header = ["Etiqueta", "Documento", "Emisión", "Relación desde"];
      const type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
      await choose(page, "fechas.xlsx", type, await workbook(header, rows));
      await expect(section(page, "Columns")).toContainText("for example 2026-10-12");
      await page.getByRole("button", { name: "Preview 2 rows" }).click();
      await expect(section(page, "Preview")).toContainText("1 row can be imported. Nothing is stored yet.");
      await expect(section(page, "Preview")).toContainText("File not found · 1");
      await section(page, "Preview").getByText("New · 1").click();
      await expect(section(page, "Preview").getByRole("link", { name: tag })).toBeVisible();
      await expectAccessibleAtBothWidths(page);
      const { items } = await (await admin.get(`/api/verifications/${id}/statements`)).json();
      expect(items).toEqual([]);
    });

    await test.step("the import stores them, and hands the refused row back", async () => {
      await page.getByRole("button", { name: "Import 1 row" }).click();
      await expect(section(page, "Import")).toContainText("1 row was stored.");
      const downloading = page.waitForEvent("download");
      await page.getByRole("button", { name: "Download 1 refused row" }).click();
      expect((await downloading).suggestedFilename()).toBe("refused-rows.csv");
      await expectAccessibleAtBothWidths(page);
    });

    await test.step("a CSV file with days in a declared order is another import", async () => {
      await page.getByRole("button", { name: "Import another spreadsheet" }).click();
      const csv = Buffer.from(`Etiqueta;Última revisión;Relación desde\r\n${tag};02/03/2026;14/03/2023\r\n`, "latin1");
      await choose(page, "revisiones.csv", "text/csv", csv);
      await page.getByLabel("Meaning of 02/03/2026").selectOption("dmy");
      await page.getByRole("button", { name: "Preview 1 row" }).click();
      await page.getByRole("button", { name: "Import 1 row" }).click();
      await expect(section(page, "Import")).toContainText("1 row was stored.");
      const { items } = await (await admin.get(`/api/verifications/${id}/statements`)).json();
      expect(items).toMatchObject([
        { kind: "yearly_check", checked_on: "2026-03-02", source: "revisiones.csv, 2" },
        { kind: "document_dates", issued_on: "2026-10-12", source: "fechas.xlsx, 2" },
        { kind: "relation", since: "2023-03-14", source: "fechas.xlsx, 2" },
      ]);
    });

    await test.step("the import is undone, and the dates of the other one stay on the file", async () => {
      await page.getByRole("button", { name: "Undo this import" }).click();
      await expect(section(page, "Import")).toContainText("1 statement was withdrawn.");
      await page.goto(`/verifications/${id}`);
      await live(page);
      await expect(dates(page)).toContainText("issued October 12, 2026");
      await expect(dates(page)).toContainText("Since March 14, 2023");
      await expect(dates(page)).toContainText("Not checked yet");
    });

    await test.step("rows with long cells are compared, five hundred in a request", async () => {
      await page.goto("/imports/statements");
      const line = (index: number) => `EXP-NOWHERE-${index},${"é".repeat(190)},${"ñ".repeat(190)},2026-10-12`;
      const csv = `tag,kind,person,issued\n${Array.from({ length: 501 }, (_, index) => line(index)).join("\n")}`;
      await choose(page, "larga.csv", "text/csv", Buffer.from(csv));
      await page.getByRole("button", { name: "Preview 501 rows" }).click();
      await expect(section(page, "Preview")).toContainText("File not found · 501");
    });

    await test.step("the same statement twice is once", async () => {
      await page.goto("/imports/statements");
      const csv = Buffer.from(`tag,since\n${tag},2023-03-14\n`);
      await choose(page, "otra.csv", "text/csv", csv);
      await page.getByRole("button", { name: "Preview 1 row" }).click();
      await expect(section(page, "Preview")).toContainText("No row has anything new.");
      await expect(section(page, "Preview")).toContainText("Already stated · 1");
    });
  } finally {
    await save({ documents: [], yearly_check: null });
  }
});
