import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { beginsLikeCurp, holdsCurp, mayBecomeCurp } from "./curp-shape.ts";

const CURP = "BADD110313HCMLNS09";

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

  const letter = (letters: string) => fc.constantFrom(...letters);
  const digit = letter("0123456789");
  const any = letter("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
  const consonant = letter("BCDFGHJKLMNPQRSTVWXYZ");
  const curp = fc
    .tuple(any, letter("AEIOUX"), any, any, ...Array(6).fill(digit), letter("HMX"), any, any)
    .chain((head) =>
      fc.tuple(consonant, consonant, consonant, fc.oneof(any, digit), digit).map((tail) => [...head, ...tail]),
    );

  it("finds every one, whatever separates its characters and is around it", () => {
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

describe("beginsLikeCurp", () => {
  it("holds a CURP back from its eleventh character on, while it is typed", () => {
    const held = Array.from(CURP, (_, index) => beginsLikeCurp(CURP.slice(0, index + 1)));
    expect(held).toEqual([...Array(10).fill(false), ...Array(8).fill(true)]);
  });

  it.each(["EXP-2041", "BADD110313", "MADERAS110313HIDALGO", "ABCD-123456-H-PLANTA"])("lets %s pass", (text) => {
    expect(beginsLikeCurp(text)).toBe(false);
  });
});

describe("mayBecomeCurp", () => {
  it("holds a CURP back at its tenth character, so that with what follows nothing that identifies a person passes", () => {
    const passes = Array.from(CURP, (_, index) => CURP.slice(0, index + 1)).filter(
      (typed) => !mayBecomeCurp(typed) && !beginsLikeCurp(typed),
    );
    expect(passes.at(-1)).toBe("BADD11031");
    expect(passes).toHaveLength(9);
  });

  it.each(["CASO-260115", "de badd 110313", "XEXX010101"])("has %s wait", (text) => {
    expect(mayBecomeCurp(text)).toBe(true);
  });

  it.each(["EXP-2041", "MADE26", "EXPE2041", "MSU110313", "CASO-260115-01", "CASO261315", "CASO260132", "CASO260100"])(
    "lets %s pass",
    (text) => {
      expect(mayBecomeCurp(text) || beginsLikeCurp(text)).toBe(false);
    },
  );
});
