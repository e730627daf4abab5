import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { STATE_CODES } from "#lib/core/rules/curp/states.ts";
import { examples } from "#tools/test/effort.ts";
import { holdsCurp, holdsPartOfCurp } from "./curp-shape.ts";

const CURP = "BADD110313HCMLNS09";

const letter = (letters: string) => fc.constantFrom(...letters);
const digit = letter("0123456789");
const any = letter("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
const consonant = letter("BCDFGHJKLMNPQRSTVWXYZ");

describe("holdsCurp", () => {
  it.each([
    CURP,
    CURP.toLowerCase(),
    "BADD 110313 HCMLNS 09",
    "BADD-110313-HCMLNS-09",
    "badd.110313/hcmlns_09",
    "BADD\u2009110313\u2013HCMLNS\u200b09",
    "ＢＡＤＤ１１０３１３ＨＣＭＬＮＳ０９",
    "BÁDD110313HCMLNS09",
    `EXP-2041 de ${CURP}, urgente`,
    "XEXX010101MNEXXXA4",
    "XEXX010101XNEXXXA4",
  ])("finds it in %s", (text) => {
    expect(holdsCurp(text)).toBe(true);
  });

  it.each([
    "",
    "EXP-2041",
    "Maderas del Sur SA de CV",
    "MSU110313AB1",
    "01920d3c-6b1e-7c3a-9f00-8f3a5b1c2d4e",
    "BADD110313HCMLNS0",
    "BBDD110313HCMLNS09",
    "BADD110313ZCMLNS09",
    "BADD110313HCMAES09",
  ])("finds none in %j", (text) => {
    expect(holdsCurp(text)).toBe(false);
  });

  const curp = fc
    .tuple(any, letter("AEIOUX"), any, any, ...Array(6).fill(digit), letter("HMX"), any, any)
    .chain((head) =>
      fc.tuple(consonant, consonant, consonant, fc.oneof(any, digit), digit).map((tail) => [...head, ...tail]),
    );

  it("finds every CURP, whatever separates its characters and surrounds it", () => {
    const separator = fc.constantFrom("", " ", "-", "  ", "–", ".");
    fc.assert(
      fc.property(
        curp,
        fc.array(separator, { minLength: 18, maxLength: 18 }),
        fc.boolean(),
        (characters, gaps, lower) => {
          const typed = characters.map((character, index) => `${character}${gaps[index]}`).join("");
          expect(holdsCurp(`a ${lower ? typed.toLowerCase() : typed} z`)).toBe(true);
        },
      ),
    );
  });
});

describe("holdsPartOfCurp", () => {
  /** Every valid form: real days, and the codes of states. */
  const written = fc
    .record({
      letters: fc.tuple(any, letter("AEIOUX"), any, any),
      born: fc.date({ min: new Date("1900-01-01"), max: new Date("2040-01-01"), noInvalidDate: true }),
      sex: letter("HMX"),
      state: fc.constantFrom(...STATE_CODES),
      consonants: fc.tuple(consonant, consonant, consonant),
      century: fc.oneof(any, digit),
      check: digit,
    })
    .map(({ letters, born, sex, state, consonants, century, check }) => {
      const date = born.toISOString().slice(2, 10).replaceAll("-", "");
      return `${letters.join("")}${date}${sex}${state}${consonants.join("")}${century}${check}`;
    });
  const [BORN, SEX, STATE] = [4, 10, 11];

  it("detects every part with the date of birth and the sex or the four letters, and no shorter part", () => {
    fc.assert(
      fc.property(written, (curp) => {
        for (let from = 0; from < curp.length; from += 1) {
          for (let to = from + 1; to <= curp.length; to += 1) {
            const identifying = (from <= BORN && to >= STATE) || (from === 0 && to >= SEX);
            expect([curp.slice(from, to), holdsPartOfCurp(curp.slice(from, to))]).toEqual([
              curp.slice(from, to),
              identifying,
            ]);
          }
        }
      }),
      { numRuns: examples(100) },
    );
  });

  it("finds a part despite characters typed in between, and among other words", () => {
    const gap = fc.constantFrom("", " ", "-", " / ", ".", "\u200b", "–");
    const part = fc.tuple(written, fc.nat(BORN), fc.integer({ min: STATE, max: 18 }));
    fc.assert(
      fc.property(
        part,
        fc.array(gap, { minLength: 18, maxLength: 18 }),
        fc.boolean(),
        ([curp, from, to], gaps, low) => {
          const typed = [...curp.slice(from, to)].map((character, index) => `${character}${gaps[index]}`).join("");
          expect(holdsPartOfCurp(`exp. 12 ${low ? typed.toLowerCase() : typed} urgente`)).toBe(true);
        },
      ),
      { numRuns: examples(200) },
    );
  });

  it("lets generated ids and the RFC of a company pass", () => {
    const three = fc.tuple(letter("ABCDEFGHIJKLMNOPQRSTUVWXYZ&Ñ"), any, any).map((letters) => letters.join(""));
    const homoclave = fc.tuple(fc.oneof(any, digit), fc.oneof(any, digit), letter("0123456789A"));
    const rfc = fc
      .tuple(three, written, homoclave)
      .map(([letters, curp, end]) => `${letters}${curp.slice(BORN, SEX)}${end.join("")}`);
    const generated = fc.stringMatching(/^(wh_|key-)?[0-9a-f]{16,40}$/);
    fc.assert(
      fc.property(fc.oneof(fc.uuid(), generated, rfc), fc.boolean(), (text, low) => {
        expect(holdsPartOfCurp(low ? text.toLowerCase() : text)).toBe(false);
      }),
      { numRuns: examples(300) },
    );
  });

  it.each(["BADD110313", "de badd 110313", "CASO-260115-01", "BADD110313AB1", "110313h", "MADERAS110313HIDALGO"])(
    "holds %s back",
    (text) => {
      expect(holdsPartOfCurp(text)).toBe(true);
    },
  );

  it.each([
    "EXP-2041",
    "EXP-260115",
    "MADE26",
    "MSU110313HB1",
    "ABCD-123456-H-PLANTA",
    "CASO261315",
    "CASO260132",
    "2026-01-15 México",
    "20260115-MX",
    "ver_gQxf8jwGH6AqkHqTn6YR8g",
    "wh_91cade110313badd110313ff",
  ])("lets %s pass", (text) => {
    expect(holdsPartOfCurp(text)).toBe(false);
  });
});
