import fc from "fast-check";
import { expect, it } from "vitest";
import { wrongCharacterIn, wrongCharacterWords } from "./secret-characters.ts";

it.each([
  ["svc_sk\u200b_live_1", 7, "U+200B ZERO WIDTH SPACE"],
  ["svc_sk_live_1\n2", 14, "U+000A LINE FEED"],
  ["\ufeffsvc_sk_live_1", 1, "U+FEFF ZERO WIDTH NO-BREAK SPACE"],
  ["svc sk", 4, "U+0020 SPACE"],
  ["svc–sk", 4, "U+2013 EN DASH"],
  ["svс_sk", 3, "U+0441"],
  ["😀é", 1, "U+1F600"],
  ["k😀é", 2, "U+1F600"],
  ["k\ud800", 2, "U+D800"],
  ["clave_ñ", 7, "U+00F1"],
])("in %j the %i. character is named by its name or number", (key, position, name) => {
  expect(wrongCharacterIn(key)).toEqual({ position, name });
  expect(wrongCharacterWords(key)).toBe(`character ${position} is ${name}, which cannot be sent`);
});

it("finds the first unsendable character of any key, and reveals nothing else of the key", () => {
  const sendable = fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)) });
  const other = fc.string({ unit: "binary", minLength: 1 }).filter((text) => !/^[\x21-\x7e]/.test(text));
  fc.assert(
    fc.property(sendable, other, (before, after) => {
      expect(wrongCharacterIn(before)).toBeNull();
      const wrong = wrongCharacterIn(before + after);
      expect(wrong?.position).toBe(before.length + 1);
      expect(wrong?.name).toMatch(/^U\+[0-9A-F]{4,6}( [A-Z -]+)?$/);
    }),
  );
});

it("rejects exactly the characters that a header cannot carry or would lose", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", minLength: 1 }), (key) => {
      const carries = () => {
        try {
          return new Headers({ "x-api-key": key }).get("x-api-key") === key;
        } catch {
          return false;
        }
      };
      if (wrongCharacterIn(key) === null) expect(carries()).toBe(true);
    }),
  );
});
