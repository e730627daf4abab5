import fc from "fast-check";
import { expect, it } from "vitest";
import { csvLine, withoutApostrophe } from "./csv.ts";

/** Parses a line of quoted fields of RFC 4180, and throws for anything else. */
function parse(line: string): string[] {
  expect(line).toMatch(/^"(?:[^"]|"")*"(?:,"(?:[^"]|"")*")*\r\n$/);
  return [...line.matchAll(/"((?:[^"]|"")*)"(?=,|\r\n$)/g)].map(([, field = ""]) => field.replaceAll('""', '"'));
}

const FORMULA = /^(?:[\t\r\n]|[\s"]*[=+\-@＝＋－＠])/;
const dangerous = fc
  .tuple(fc.constantFrom("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"), fc.string())
  .map(([first, rest]) => first + rest);
const field = fc.oneof(fc.string(), fc.string({ unit: "binary" }), dangerous, fc.constantFrom('"', ",", "\r\n", "'=1"));

it("returns every field unchanged, but for the apostrophe before a formula", () => {
  fc.assert(
    fc.property(fc.array(field, { minLength: 1, maxLength: 6 }), (fields) => {
      const read = parse(csvLine(fields));
      expect(read).toHaveLength(fields.length);
      for (const [index, text] of read.entries()) {
        expect(text).not.toMatch(FORMULA);
        const given = (fields[index] ?? "").replaceAll(/([;\t\r\n][\s"]*)(?=[=+\-@＝＋－＠])/g, "$1'");
        expect([given, `'${given}`]).toContain(text);
        if (!FORMULA.test(given)) expect(text).toBe(given);
      }
    }),
  );
});

it("is read back without its apostrophe", () => {
  const plain = fc.string().filter((text) => !/[;\t\r\n]/.test(text) && !/^'/.test(text));
  fc.assert(
    fc.property(plain, (text) => {
      expect(withoutApostrophe(parse(csvLine([text]))[0] ?? "")).toBe(text);
    }),
  );
});

it("has no cell that begins a formula, whatever the separator", () => {
  const separator = fc.constantFrom(";", "\t", "\r", "\n", "\r\n", ';"', "; ");
  const sign = fc.constantFrom("=", "+", "-", "@", "＝", "＠");
  const hidden = fc
    .tuple(fc.string(), separator, sign, fc.string())
    .map(([before, by, formula, rest]) => `${before}${by}${formula}${rest}`);
  fc.assert(
    fc.property(fc.array(fc.oneof(field, hidden), { minLength: 1, maxLength: 6 }), (fields) => {
      const cells = csvLine(fields)
        .split(/[;\t\r\n]/)
        .map((cell) => cell.replace(/^[\s"]+/, ""));
      for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@＝＋－＠]/);
    }),
  );
});

it.each([
  [
    ['=HYPERLINK("http://evil.example")', "a,b", "", "-1"],
    '"\'=HYPERLINK(""http://evil.example"")","a,b","","\'-1"\r\n',
  ],
  [["@SUM(A1)", "\tx", "ñ"], '"\'@SUM(A1)","\'\tx","ñ"\r\n'],
  [[" @SUM(A1)", "a  @b"], '"\' @SUM(A1)","a  @b"\r\n'],
  [["a;=1+1", "line\n-2", "a - b; c"], '"a;\'=1+1","line\n\'-2","a - b; c"\r\n'],
])("%j", (fields, line) => expect(csvLine(fields)).toBe(line));
