import fc from "fast-check";
import { expect, it } from "vitest";
import { findMatches, pageText, type TextItem } from "./find.ts";

const page = (...lines: string[]): TextItem[] => lines.map((str) => ({ str, hasEOL: true }));
const textsOf = (items: readonly TextItem[], query: string) =>
  findMatches(pageText(items), query).map((spans) =>
    spans.map(({ item, start, end }) => items[item]?.str.slice(start, end)),
  );

it("finds without case and accents, and returns the text of the page", () => {
  const items = page("CONSTANCIA DE LA CLAVE ÚNICA", "Peña, MUÑOZ y Peña");
  expect(textsOf(items, "única")).toEqual([["ÚNICA"]]);
  expect(textsOf(items, "UNICA")).toEqual([["ÚNICA"]]);
  expect(textsOf(items, "pena")).toEqual([["Peña"], ["Peña"]]);
  expect(textsOf(items, "Peña".normalize("NFD"))).toHaveLength(2);
  expect(textsOf(page("Pen\u0303a"), "peña")).toEqual([["Pen\u0303a"]]);
  expect(textsOf(page("ΜΥΡΤΙΣ Α"), "Μυρτις")).toEqual([["ΜΥΡΤΙΣ"]]);
});

it("finds text that continues in the next run or line, whatever the space between", () => {
  const items: TextItem[] = [
    { str: "BOXW", hasEOL: false },
    { str: "310820", hasEOL: false },
    { str: "  Clave   única ", hasEOL: true },
    { str: "de Registro", hasEOL: true },
  ];
  expect(textsOf(items, "boxw310820")).toEqual([["BOXW", "310820"]]);
  expect(textsOf(items, "unica  de registro")).toEqual([["única ", "de Registro"]]);
});

it("finds nothing for an empty text, and each match once", () => {
  expect(textsOf(page("aaaa"), "aa")).toHaveLength(2);
  for (const nothing of ["", "  ", "\u0301"]) expect(textsOf(page("aaaa"), nothing)).toEqual([]);
  expect(textsOf([], "a")).toEqual([]);
});

it("finds any text of a page", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 12 });
  fc.assert(
    fc.property(fc.array(fc.record({ str: text, hasEOL: fc.boolean() }), { maxLength: 6 }), fc.nat(5), (items, at) => {
      const query = items[at]?.str ?? "";
      const found = findMatches(pageText(items), query);
      if (/[\p{L}\p{N}]/u.test(query.normalize("NFKD"))) expect(found.length).toBeGreaterThan(0);
      for (const { item, start, end } of found.flat()) {
        expect(start).toBeLessThan(end);
        expect(end).toBeLessThanOrEqual(items[item]?.str.length ?? -1);
      }
    }),
  );
});
