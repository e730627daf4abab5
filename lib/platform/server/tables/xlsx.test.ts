import fc from "fast-check";
import { expect, it } from "vitest";
import { examples } from "#tools/test/effort.ts";
import { unzip } from "#tools/test/unzip.ts";
import type { Cell } from "./table.ts";
import { xlsxExport } from "./xlsx.ts";

async function* pagesOf(...pages: Cell[][][]) {
  for (const page of pages) yield page;
}

const UNESCAPED: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">" };
const unescaped = (text: string): string =>
  text
    .replaceAll(/&\w+;/g, (entity) => UNESCAPED[entity] ?? expect.unreachable(entity))
    .replaceAll(/_x([\dA-F]{4})_/g, (_match, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** Values of the sheet by the addresses of their cells; times as numbers of days. */
function cellsOf(sheet: string): Map<string, string | number | boolean> {
  const cells = [
    ...sheet.matchAll(/<c r="([A-Z]+\d+)"([^>]*)>(?:<v>([^<]*)<\/v>|<is><t[^>]*>([^<]*)<\/t><\/is>)<\/c>/g),
  ];
  return new Map<string, string | number | boolean>(
    cells.map(([, at = "", kind = "", value, text]): [string, string | number | boolean] => {
      if (text !== undefined) return [at, unescaped(text)];
      return [at, kind.includes('t="b"') ? value === "1" : Number(value)];
    }),
  );
}

const read = async (header: string[], ...pages: Cell[][][]) => {
  const { body, ended } = xlsxExport([{ name: "Cotejo", header, pages: pagesOf(...pages) }]);
  const files = unzip(Buffer.from(await new Response(body).arrayBuffer()));
  const sheet = files.get("xl/worksheets/sheet1.xml") ?? expect.unreachable();
  return { files, sheet, cells: cellsOf(sheet), ended: await ended };
};

it("has a header, then each row with its text, numbers and times in cells of their kind", async () => {
  const { files, cells, ended } = await read(
    ["id", "count", "at", "gap"],
    [["ver_1", 3, new Date("2026-10-05T12:30:00Z"), true]],
    [["ver_2", null, null, false]],
  );
  expect([...files.keys()]).toContain("[Content_Types].xml");
  expect(Object.fromEntries(cells)).toEqual({
    ...{ A1: "id", B1: "count", C1: "at", D1: "gap" },
    ...{ A2: "ver_1", B2: 3, C2: expect.closeTo(46_300 + (12 * 60 + 30) / 1440, 9), D2: true },
    ...{ A3: "ver_2", D3: false },
  });
  expect(ended).toEqual({ rows: 2 });
});

it("returns every text unchanged, and has no formula", async () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("=1+1", '=HYPERLINK("http://evil.example")', "_x000D_", "a\r\nb", "<v>&amp;</v>", " x ", "\ufffe"),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 30 }), async (texts) => {
      const { sheet, cells } = await read(["a"], [texts]);
      expect(sheet).not.toMatch(/<f[ >]/);
      const columns = texts.map((_, index) => (index < 26 ? "" : "A") + String.fromCharCode(65 + (index % 26)));
      expect(columns.map((column) => cells.get(`${column}2`) ?? "")).toEqual(texts.map((one) => one.toWellFormed()));
    }),
    { numRuns: examples(20) },
  );
});

it("escapes the controls that XML excludes, and writes others as they are", async () => {
  const between = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, index) => String.fromCharCode(first + index)).join("");
  const { sheet } = await read(["a"], [[`<${between(0x7f, 0x9f)}>`, `<${between(0, 0x1f)}>`]]);
  expect(sheet).toContain(`&lt;${between(0x7f, 0x9f)}&gt;`);
  expect(sheet.match(/_x00[01][\dA-F]_/g)).toHaveLength(0x20 - 2);
});

it("writes a time that the calendar of a sheet lacks as text", async () => {
  const times = ["0001-01-01T00:00:00Z", "1899-12-31T23:59:59Z", "1900-02-28T23:59:59Z", "+010000-01-01T01:02:03Z"];
  const known = ["1900-03-01T00:00:00Z", "9999-12-31T23:59:59Z"];
  const { cells } = await read(["a"], [[...times, ...known].map((time) => new Date(time))]);
  expect([...cells.values()].slice(1)).toEqual([
    ...times.map((time) => time.replace("T", " ").replace("Z", "")),
    61,
    expect.closeTo(2_958_466 - 1 / 86_400, 9),
  ]);
});

it("cuts a text to the limit of a cell", async () => {
  const { cells } = await read(["a"], [["x".repeat(40_000)]]);
  expect(cells.get("A2")).toHaveLength(32_767);
});

it("reads at the pace of the client, and reports when the client disconnects", async () => {
  let pages = 0;
  async function* endless() {
    for (;;) {
      pages += 1;
      yield Array.from({ length: 500 }, (_, row) => [`${pages} ${row} ${Math.random()}`]);
    }
  }
  const { body, ended } = xlsxExport([{ name: "Cotejo", header: ["a"], pages: endless() }]);
  const reader = body.getReader();
  await reader.read();
  await expect.poll(() => pages).toBeGreaterThan(0);
  await reader.cancel();
  const { rows, left_off } = await ended;
  expect(left_off).toBe(true);
  expect(rows).toBeLessThan(100_000);
});

it("breaks off if the read fails", async () => {
  async function* failing() {
    yield [["a"]];
    throw new Error("the database is away");
  }
  const { body, ended } = xlsxExport([{ name: "Cotejo", header: ["a"], pages: failing() }]);
  const failed = expect(ended).rejects.toThrow("the database is away");
  await expect(new Response(body).arrayBuffer()).rejects.toThrow();
  await failed;
});

it("marks an incomplete table in the last row of its sheet, and no complete one", async () => {
  const sheet = async (...pages: Cell[][][]) => {
    const { body, ended } = xlsxExport([{ name: "Cotejo", header: ["a"], pages: pagesOf(...pages), cut: "more" }], 4);
    const xml = unzip(Buffer.from(await new Response(body).arrayBuffer())).get("xl/worksheets/sheet1.xml");
    return { cells: Object.fromEntries(cellsOf(xml ?? "")), ...(await ended) };
  };
  const full = { cells: { A1: "a", A2: "1", A3: "2", A4: "3" }, rows: 3 };
  expect(await sheet([["1"], ["2"], ["3"]])).toEqual(full);
  expect(await sheet([["1"], ["2"]], [["3"]], [])).toEqual(full);
  const cut = { cells: { A1: "a", A2: "1", A3: "2", A4: "more" }, rows: 2 };
  expect(await sheet([["1"], ["2"], ["3"], ["4"], ["5"]])).toEqual(cut);
  expect(await sheet([["1"], ["2"], ["3"]], [["4"]])).toEqual(cut);
});

it("has each table as a sheet of its own, and counts the rows of the first", async () => {
  const { body, ended } = xlsxExport([
    { name: "Expedientes", header: ["id"], pages: pagesOf([["ver_1"]]) },
    { name: "R&D", header: ["message"], pages: pagesOf([["=1+1"], ["dos"]]) },
  ]);
  const files = unzip(Buffer.from(await new Response(body).arrayBuffer()));
  expect(files.get("xl/workbook.xml")).toContain('name="R&amp;D" sheetId="2" r:id="rId2"');
  const second = cellsOf(files.get("xl/worksheets/sheet2.xml") ?? expect.unreachable());
  expect(Object.fromEntries(second)).toEqual({ A1: "message", A2: "=1+1", A3: "dos" });
  expect(await ended).toEqual({ rows: 1 });
});
