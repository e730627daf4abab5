import { expect, it } from "vitest";
import { DATES_COLUMNS } from "#lib/core/contract/verifications/export.ts";
import english from "#messages/en/core/export.json" with { type: "json" };
import englishImport from "#messages/en/statements/dates-import.json" with { type: "json" };
import spanish from "#messages/es-MX/core/export.json" with { type: "json" };
import spanishImport from "#messages/es-MX/statements/dates-import.json" with { type: "json" };
import { type Columns, dayWithoutOrder, FIELDS, importRows, recognised, type Sheet } from "./sheet.ts";

const NONE = Object.fromEntries(FIELDS.map((field) => [field, null])) as Columns;
const sheetOf = (header: string[], ...rows: string[][]): Sheet => ({
  ...{ name: "fechas.csv", id: "01234567-89ab-8def-8123-456789abcdef", header },
  rows: rows.map((cells, index) => ({ row: index + 2, cells })),
});

it.each([
  ["en", english, englishImport],
  ["es-MX", spanish, spanishImport],
] as const)(
  "recognises the columns of our exports, and the names that the page gives them: %s",
  (_, { column, datesColumn }, { field }) => {
    const places = Object.fromEntries(FIELDS.map((name) => [name, DATES_COLUMNS.indexOf(name)]));
    expect(recognised(DATES_COLUMNS)).toEqual(places);
    expect(recognised(DATES_COLUMNS.map((name) => datesColumn[name]))).toEqual(places);
    const { tag, verification_id, relation_since, relation_until, relation_checked_at } = column;
    const times = ["(America/Mexico_City)", "(UTC)"].map((zone) => `${relation_checked_at} ${zone}`);
    expect(recognised([tag, verification_id, relation_since, relation_until, ...times])).toEqual({
      ...NONE,
      ...{ file: 1, since: 2, until: 3, last_check: 4 },
    });
    const own = FIELDS.map((name) => field[name]);
    expect(recognised(own)).toEqual(Object.fromEntries(FIELDS.map((name, index) => [name, index])));
  },
);

it("recognises the codes of an export, and names without their accents, case and spaces", () => {
  expect(recognised(["verification_id", "relation_since", "relation_until", "relation_checked_at (UTC)"])).toEqual({
    ...NONE,
    ...{ file: 0, since: 1, until: 2, last_check: 3 },
  });
  expect(recognised(["Razón social", " FECHA  DE EMISION ", "Ultima Revisión:", "VENCE EL", "etiqueta"])).toEqual({
    ...NONE,
    ...{ issued: 1, last_check: 2, expires: 3, file: 4 },
  });
});

it("makes a row of its recognised cells, and leaves out rows without any", () => {
  const sheet = sheetOf(
    ["Etiqueta", "Última revisión", "Notas"],
    ["EXP-1", "2025-12-02 13:05:09", "x"],
    ["", "", "sum"],
    [" ", "2025-12-02"],
    ["EXP-3"],
    ["x".repeat(201), "2025-12-02"],
  );
  expect(importRows(sheet, recognised(sheet.header))).toEqual({
    rows: [
      { row: 2, file: "EXP-1", last_check: "2025-12-02" },
      { row: 5, file: "EXP-3" },
    ],
    refused: [4, 6].map((row) => ({ row, outcome: "refused", verification_id: null, cause: "file" })),
  });
});

it.each([
  [["2026-04-03"], null],
  [["ayer", "2026-04-03"], null],
  [["25/12/2025", "03/04/2026"], "03/04/2026"],
  [["25/12/2025"], "25/12/2025"],
  [["31/31/2026"], null],
])("asks for the order of days in %j: %s", (days, asked) => {
  expect(dayWithoutOrder(days.map((since, row) => ({ row: row + 2, file: "EXP-1", since })))).toBe(asked);
});
