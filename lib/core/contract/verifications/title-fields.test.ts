import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { firstValue, type SeenField, segmentsOf, suggestedFields, textFields } from "./title-fields.ts";

const ANSWERED = {
  channel: "api",
  company: { legal_name: " Maderas  del\nSur ", rfc: "MSU110313AB1", partners: [{ name: "Ana" }, { name: "Eva" }] },
  progress: { items_total: 7, done: false, note: null },
  "a/b~c": { "": "odd" },
};

describe("the first value", () => {
  it.each<[string[], string | null]>([
    [["/company/legal_name"], "Maderas del Sur"],
    [["/company/trade_name", "/company/legal_name", "/channel"], "Maderas del Sur"],
    [["/progress/items_total"], "7"],
    [["/company/partners/1/name"], "Eva"],
    [["/a~1b~0c/"], "odd"],
    [["/progress/done", "/progress/note", "/company", "/company/partners"], null],
    [["/constructor/name", "/company/length", "/channel/length", "/channel/0"], null],
    [[], null],
  ])("of %j is %j", (pointers, value) => {
    expect(firstValue(ANSWERED, pointers)).toBe(value);
  });

  it("has at most 300 characters that the database stores", () => {
    expect(firstValue({ name: `a\u0000${"b".repeat(400)}` }, ["/name"])).toBe(`a${"b".repeat(299)}`);
    expect(firstValue({ name: " \u0000 " }, ["/name"])).toBeNull();
  });
});

describe("the fields of a file", () => {
  it("are the fields with a text or a number, of a list those of its first entry", () => {
    expect([...textFields(ANSWERED)]).toEqual([
      ["/channel", "api"],
      ["/company/legal_name", "Maderas del Sur"],
      ["/company/rfc", "MSU110313AB1"],
      ["/company/partners/0/name", "Ana"],
      ["/progress/items_total", "7"],
      ["/a~1b~0c/", "odd"],
    ]);
  });

  it("are at most 200, and none lies deeper than six names", () => {
    const wide = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`f${index}`, "x"]));
    expect(textFields(wide).size).toBe(200);
    const deep = (levels: number): object => (levels === 0 ? { end: "x" } : { next: deep(levels - 1) });
    expect([...textFields(deep(5)).keys()]).toEqual(["/next/next/next/next/next/end"]);
    expect(textFields(deep(6)).size).toBe(0);
  });

  it("are found again at their paths, whatever the answer", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (answered) => {
        for (const [pointer, text] of textFields(answered)) {
          expect(firstValue(answered, [pointer])).toBe(text);
          expect(pointer).toMatch(/^(\/([^~/]|~[01])*)+$/);
          expect(segmentsOf(pointer).length).toBeLessThanOrEqual(6);
        }
      }),
    );
  });
});

describe("suggestions", () => {
  const field = (path: string, files: number): SeenField => ({ path, files, example: "x" });
  const paths = (kind: "title" | "tax_id", ...seen: SeenField[]) =>
    suggestedFields({ seen, files: 100 }, kind).map(({ path }) => path);

  it("are the fields whose name suggests a title, however it is written", () => {
    const seen = [
      field("/channel", 100),
      field("/company/legalName", 90),
      field("/Razón Social", 90),
      field("/company/rfc", 90),
    ];
    expect(paths("title", ...seen)).toEqual(["/company/legalName", "/Razón Social"]);
    expect(paths("tax_id", ...seen)).toEqual(["/company/rfc"]);
  });

  it("begin with the likeliest name, unless few files have it", () => {
    expect(paths("title", field("/name", 100), field("/legal_name", 98))).toEqual(["/legal_name", "/name"]);
    expect(paths("title", field("/name", 100), field("/legal_name", 3))).toEqual(["/name", "/legal_name"]);
  });
});
