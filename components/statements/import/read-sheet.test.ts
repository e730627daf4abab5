import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BYTE_ORDER_MARK, csvLine } from "#lib/platform/contract/csv.ts";
import type { Cell } from "#lib/platform/server/tables/table.ts";
import { xlsxExport } from "#lib/platform/server/tables/xlsx.ts";
import { statementsImport } from "#lib/statements/contract/import-input.ts";
import { readSheet } from "./read-sheet.ts";
import { MAX_SHEET_ROWS } from "./sheet.ts";

const read = (content: BlobPart, name = "fechas.csv") => readSheet(new File([content], name));
const workbook = async (header: string[], ...rows: Cell[][]) => {
  const { body } = xlsxExport([{ name: "Fechas", header, pages: [rows] }]);
  return read(await new Response(body).arrayBuffer(), "fechas.xlsx");
};
const cellsOf = (sheet: Awaited<ReturnType<typeof readSheet>>) =>
  typeof sheet === "string" ? sheet : [sheet.header, ...sheet.rows.map(({ cells }) => cells)];

const HEADER = ["Etiqueta", "Relación desde", "Vence"];
// Spaces around a text are no part of it; the writer changes separators before a sign within a text.
const text = fc
  .string({ unit: fc.constantFrom(..."añÑ é=+-@\",.'/0") })
  .map((made) => made.trim())
  .filter((made) => !made.startsWith("'"));
const rows = fc.array(fc.tuple(fc.stringMatching(/^EXP-\d{1,4}$/), text, text), { minLength: 1, maxLength: 8 });

it("reads the rows that were written as CSV or XLSX", async () => {
  await fc.assert(
    fc.asyncProperty(rows, async (given) => {
      const expected = [HEADER, ...given];
      expect(cellsOf(await read([BYTE_ORDER_MARK, ...expected.map(csvLine)].join("")))).toEqual(expected);
      const padded = (cells: readonly string[]) => [...cells, "", "", ""].slice(0, HEADER.length);
      const sheet = cellsOf(await workbook(HEADER, ...given));
      expect(Array.isArray(sheet) && sheet.map(padded)).toEqual(expected);
    }),
    { numRuns: 50 },
  );
});

describe("CSV", () => {
  it.each([";", "\t", ",", "|"])("is read with the separator %j", async (separator) => {
    const lines = [HEADER, ["EXP-1", "2023-03-14", "a"], ["EXP-2", "2023-03-15", "b"]];
    expect(cellsOf(await read(lines.map((cells) => cells.join(separator)).join("\r\n")))).toEqual(lines);
  });

  it("of a program for Windows is read in its encoding", async () => {
    const bytes = Uint8Array.from("Etiqueta;Relación desde\nSeñal-1;2023-03-14\n", (one) => one.charCodeAt(0));
    expect(cellsOf(await read(bytes))).toEqual([HEADER.slice(0, 2), ["Señal-1", "2023-03-14"]]);
  });

  it("may have a title above its header, and keeps the numbers of its rows", async () => {
    const sheet = await read("Control de vencimientos\n\nEtiqueta,Vence\n\nEXP-1,2026-12-12\n");
    expect(sheet).toMatchObject({ header: HEADER.toSpliced(1, 1), rows: [{ row: 5, cells: ["EXP-1", "2026-12-12"] }] });
  });
});

it("reads days of a workbook as they stand in it", async () => {
  const days = ["1900-03-01", "2024-02-29", "2026-04-05", "2026-10-25"];
  const sheet = await workbook(
    HEADER,
    ...days.map((day) => [7, new Date(`${day}T00:00:00Z`), new Date(`${day}T23:59:59Z`)]),
  );
  expect(cellsOf(sheet)).toEqual([HEADER, ...days.map((day) => ["7", day, day])]);
});

it("gives the same content the same id, which requests accept", async () => {
  const ids = await Promise.all(["a,b\n1,2", "a,b\n1,2", "a,b\n1,3"].map(async (content) => read(content)));
  const [first, again, other] = ids.map((sheet) => (typeof sheet === "string" ? sheet : sheet.id));
  expect(first).toBe(again);
  expect(first).not.toBe(other);
  expect(statementsImport.shape.import_id.safeParse(first).success).toBe(true);
});

it.each([
  ["a file of more than 5 MB", () => new Uint8Array(5 * 1024 * 1024 + 1), "too_large"],
  ["more rows than the limit", () => `a,b\n${"1,2\n".repeat(MAX_SHEET_ROWS + 1)}`, "too_many_rows"],
  ["no row below the header", () => "Etiqueta,Vence\n,\n", "empty"],
  ["nothing", () => "", "empty"],
  ["an old workbook", () => Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0, 0, 0, 10), "unreadable"],
  ["an archive without a workbook", () => Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0, 0, 0), "unreadable"],
  ["a quote without its end", () => 'Etiqueta,Vence\n"EXP-1,2026-12-12\n', "unreadable"],
])("says what is wrong with %s", async (_, content, problem) => {
  expect(await read(content())).toBe(problem);
});
