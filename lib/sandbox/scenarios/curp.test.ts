import fc from "fast-check";
import { expect, it } from "vitest";
import { createRandom } from "#lib/sandbox/base/random.ts";
import { curpCheckDigit, curpOf } from "./curp.ts";
import { inventPerson } from "./people.ts";

// CURPs that published validators use as their valid examples.
it.each(["BOXW310820HNERXN09", "HEGG560427MVZRRL04"])("agrees with the published %s", (curp) => {
  expect(curpCheckDigit(curp.slice(0, 17))).toBe(curp[17]);
});

it("refuses characters outside the CURP alphabet", () => {
  expect(() => curpCheckDigit("BOXW310820HNERX-0")).toThrow(RangeError);
  expect(() => curpCheckDigit("BOXW")).toThrow(RangeError);
});

it("counts Ñ as a letter of its own, between N and O", () => {
  const base = "AAAA000101HDFAAA0";
  const digits = ["N", "Ñ", "O"].map((letter) => Number(curpCheckDigit(`${letter}${base.slice(1)}`)));
  // The next letter of the alphabet, at weight 18, adds 18: the digit goes down by 8 (mod 10).
  expect(digits.map((digit, index) => (digit - (digits[0] ?? 0) + 8 * index + 20) % 10)).toEqual([0, 0, 0]);
});

const base = {
  names: "María Fernanda",
  first_surname: "de la Garza",
  second_surname: "Núñez",
  gender: "M",
  birth_date: "1986-02-09",
  state: "NL",
} as const;

it("skips particles and a common first name", () => {
  expect(curpOf(base, 3)).toMatch(/^GANF860209MNLRXR3\d$/);
});

it("puts an X for a missing surname, and for the vowel of an offensive word", () => {
  expect(curpOf({ ...base, second_surname: null }, 0)).toMatch(/^GAXF860209MNLRXR0\d$/);
  expect(curpOf({ ...base, first_surname: "Pérez", second_surname: "Duarte", names: "Óscar" }, 0).slice(0, 4)).toBe(
    "PXDO",
  );
});

it("distinguishes the centuries", () => {
  expect(curpOf({ ...base, birth_date: "2001-02-09" }, 3)[16]).toBe("D");
});

it("gives every invented person a well-formed CURP", () => {
  fc.assert(
    fc.property(fc.string(), (seed) => {
      const { curp } = inventPerson(createRandom(seed));
      expect(curp).toMatch(/^[A-Z]{4}\d{6}[HM][A-Z]{2}[B-DF-HJ-NP-TV-Z]{3}[A-J0-9]\d$/);
      expect(curp[17]).toBe(curpCheckDigit(curp.slice(0, 17)));
    }),
  );
});
