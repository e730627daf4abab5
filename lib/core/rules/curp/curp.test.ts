import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "#lib/sandbox/base/random.ts";
import { curpFound, inventPerson } from "#lib/sandbox/scenarios/people.ts";
import { compareCurp, type KnownPerson } from "./compare.ts";
import { CURP_PARTS, type CurpPart, type CurpProblem, checkDigit, readCurp } from "./read.ts";
import { STATE_CODES, stateCode, stateName } from "./states.ts";

/** The CURP with the check digit that belongs to its first seventeen characters. */
const withCheckDigit = (first17: string): string => `${first17}${checkDigit([...first17])}`;
const problems = (curp: string): [CurpPart, CurpProblem][] =>
  readCurp(curp).segments.flatMap(({ part, problem }) => (problem ? [[part, problem] as [CurpPart, CurpProblem]] : []));

describe("the check digit", () => {
  // CURPs that published validators use as their valid examples.
  it.each(["BOXW310820HNERXN09", "HEGG560427MVZRRL04"])("agrees with the published %s", (curp) => {
    expect(checkDigit([...curp])).toBe(curp[17]);
  });

  it("weighs 18 to 2 over an alphabet with an Ñ between N and O", () => {
    const rest = "000000000000000";
    const digit = (first: string, last = "0") => Number(checkDigit([...`${first}${rest}${last}`]));
    for (const [value, letter] of [..."0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ"].entries()) {
      expect(digit(letter)).toBe((10 - ((18 * value) % 10)) % 10);
      expect(digit("0", letter)).toBe((10 - ((2 * value) % 10)) % 10);
    }
  });

  it.each(["", "BOXW310820HNERXN", "BOXW310820HNERX-0", "BOXW310820HNERXnç"])("is unknown for %j", (text) => {
    expect(checkDigit([...text])).toBeNull();
  });
});

describe("reading", () => {
  it("parses any text without throwing, into stable parts, and loses no character", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 40 }),
      fc.string({ unit: fc.constantFrom(..."ABXÑÜß09-. \u0301\ud800"), maxLength: 30 }),
      fc.constantFrom("BOXW310820HNERXN09", "\u0000", "💣".repeat(18)),
    );
    fc.assert(
      fc.property(text, (given) => {
        const { segments, surplus, text } = readCurp(given);
        expect(segments.map(({ part }) => part)).toEqual(CURP_PARTS.map(({ part }) => part));
        expect(segments.map((segment) => segment.text).join("") + surplus).toBe(text);
        expect(segments.every(({ from }, index) => index === 0 || from > (segments[index - 1]?.from ?? 0))).toBe(true);
      }),
    );
  });

  it("finds no fault in the CURP of an invented person", () => {
    fc.assert(
      fc.property(fc.string(), (seed) => {
        expect(problems(inventPerson(createRandom(seed)).curp)).toEqual([]);
      }),
    );
  });

  it.each([
    ["a sex X", "BOXW310820XNERXN0"],
    ["an X for the second letter", "BXXW310820HNERXN0"],
    ["no second surname", "BOXW310820HNEXXN0"],
    ["birth abroad", "BOXW310820HNERXN0"],
    ["a leap day of 2000", "BOXW000229HNERXNA"],
    ["a leap day of 1996", "BOXW960229HNERXN0"],
    ["Ñ", "ÑOXW310820HNERXN0"],
  ])("accepts %s", (_what, first17) => {
    expect(problems(withCheckDigit(first17))).toEqual([]);
  });

  it.each<[string, string, [CurpPart, CurpProblem][]]>([
    ["no vowel", withCheckDigit("BBXW310820HNERXN0"), [["first_surname_vowel", "illegal"]]],
    ["a digit among the names", withCheckDigit("B0XW310820HNERXN0"), [["first_surname_vowel", "illegal"]]],
    ["the sex F", withCheckDigit("BOXW310820FNERXN0"), [["sex", "illegal"]]],
    ["no such state", withCheckDigit("BOXW310820HZZRXN0"), [["state", "unknown_state"]]],
    ["a vowel among the consonants", withCheckDigit("BOXW310820HNERAN0"), [["second_surname_consonant", "illegal"]]],
    ["month 13", withCheckDigit("BOXW311320HNERXN0"), [["month", "no_such_date"]]],
    ["month 00", withCheckDigit("BOXW310020HNERXN0"), [["month", "no_such_date"]]],
    ["day 32", withCheckDigit("BOXW310832HNERXN0"), [["day", "no_such_date"]]],
    ["31 April", withCheckDigit("BOXW310431HNERXN0"), [["day", "no_such_date"]]],
    ["29 February 1900", withCheckDigit("BOXW000229HNERXN0"), [["day", "no_such_date"]]],
    ["29 February 2001", withCheckDigit("BOXW010229HNERXNA"), [["day", "no_such_date"]]],
    ["another check digit", "BOXW310820HNERXN08", [["check_digit", "wrong_check_digit"]]],
    ["a letter as check digit", "BOXW310820HNERXN0X", [["check_digit", "illegal"]]],
    ["a dash within", "BOXW310820-NERXN09", [["sex", "illegal"]]],
  ])("marks only %s", (_what, curp, expected) => {
    expect(problems(curp)).toEqual(expected);
  });

  it("marks a date of unknown century only if it is impossible in both", () => {
    expect(problems("BOXW000229HNERXN").map(([part]) => part)).toEqual(["century", "check_digit"]);
    expect(problems("BOXW010229HNERXN").map(([part]) => part)).toEqual(["day", "century", "check_digit"]);
  });

  it("counts missing and extra characters", () => {
    expect(problems("BOX").map(([, problem]) => problem)).toEqual(Array(11).fill("missing"));
    expect(readCurp("BOXW310820HNERXN0912")).toMatchObject({ surplus: "12" });
    expect(problems("BOXW310820HNERXN0912")).toEqual([]);
  });

  it("is sensitive to capitals, but not to outer spaces or the encoding of Ñ", () => {
    expect(readCurp(" boxw310820hnerxn09\n")).toEqual(readCurp("BOXW310820HNERXN09"));
    expect(readCurp("N\u0303OXW310820HNERXN0").segments[0]?.text).toBe("Ñ");
  });
});

const walter: KnownPerson = {
  names: "WALTER",
  first_surname: "BOSQUE",
  second_surname: null,
  gender: "HOMBRE",
  birth_date: "1931-08-20",
  birth_entity: "NACIDO EN EL EXTRANJERO",
};
// B O X W: Bosque, no second surname, Walter; the inner consonants are S, X and L.
const CURP = withCheckDigit("BOXW310820HNESXL0");
const differing = (person: Partial<KnownPerson>, curp = CURP): CurpPart[] =>
  compareCurp(readCurp(curp), { ...walter, ...person }).differences.map(({ part }) => part);

describe("comparing with the person", () => {
  it("finds no difference for people whom the registry knows", () => {
    fc.assert(
      fc.property(fc.string(), (seed) => {
        const random = createRandom(seed);
        const found = curpFound(random, inventPerson(random));
        const { applicant_data: given } = found;
        if (!given) return expect.unreachable();
        const second_surname = given.second_surname || null;
        const { fields, differences } = compareCurp(readCurp(given.curp), { ...given, second_surname });
        expect(differences).toEqual([]);
        // All but the check digit, and the second surname of a person who has none.
        expect(Object.keys(fields)).toHaveLength(second_surname === null ? 11 : 13);
      }),
    );
  });

  it.each<[string, Partial<KnownPerson>, CurpPart[]]>([
    ["agrees as it is", {}, []],
    ["another name", { names: "PEDRO" }, ["names", "names_consonant"]],
    [
      "another surname",
      { first_surname: "RAMIREZ" },
      ["first_surname", "first_surname_vowel", "first_surname_consonant"],
    ],
    ["a second surname", { second_surname: "LARA" }, ["second_surname", "second_surname_consonant"]],
    ["another sex", { gender: "MUJER" }, ["sex"]],
    ["another state", { birth_entity: "PUEBLA" }, ["state"]],
    ["another day", { birth_date: "1931-08-21" }, ["day"]],
    ["another month", { birth_date: "20/09/1931" }, ["month"]],
    ["another century", { birth_date: "2031-08-20" }, ["century"]],
    ["nothing known", { names: null, gender: null, birth_date: null, birth_entity: null, first_surname: null }, []],
    ["meaningless values", { names: "", gender: "?", birth_date: "hace mucho", birth_entity: "ATLANTIS" }, []],
    ["M alone, which may be either sex", { gender: "M" }, []],
  ])("%s", (_what, person, expected) => {
    expect(differing(person)).toEqual(expected);
  });

  it.each([
    ["a common first name is skipped", { names: "José Walter" }],
    ["Ma. with its dot is skipped", { names: "Ma. Walter" }],
    ["particles are skipped", { first_surname: "de la Bosque" }],
    ["accents are ignored", { names: "Wálter", first_surname: "Bósque" }],
    ["only the first of two surnames counts", { first_surname: "Bosque-Lara" }],
    ["an unknown surname is not compared", { second_surname: null }],
    ["a surname with another character is not compared", { first_surname: "R/AMIREZ" }],
  ])("%s", (_what, person) => {
    expect(differing(person)).toEqual([]);
  });

  it("a common first name alone counts, and so does a second common one", () => {
    const maria = withCheckDigit("BOXM310820MNESXR0");
    expect(differing({ names: "MARÍA", gender: "MUJER" }, maria)).toEqual([]);
    const jose = withCheckDigit("BOXJ310820MNESXS0");
    expect(differing({ names: "MARÍA JOSÉ", gender: "MUJER" }, jose)).toEqual([]);
  });

  it("Ñ is written X, and may stay as it is", () => {
    const person = { first_surname: "Ñañez", names: "Walter" };
    expect(differing(person, withCheckDigit("XAXW310820HNEXXL0"))).toEqual([]);
    expect(differing(person, withCheckDigit("ÑAXW310820HNEÑXL0"))).toEqual([]);
  });

  it("names the parts that would match", () => {
    const { differences } = compareCurp(readCurp(CURP), { ...walter, birth_date: "2031-08-21", gender: "MUJER" });
    expect(differences).toEqual([
      { part: "day", field: "birth_date", expected: "21" },
      { part: "sex", field: "gender", expected: "M" },
      { part: "century", field: "birth_date", expected: "A" },
    ]);
  });

  it("never throws, whatever the input", () => {
    const given = fc.option(fc.string({ unit: "binary" }));
    const person = fc.record({
      names: given,
      first_surname: given,
      second_surname: given,
      gender: given,
      birth_date: given,
      birth_entity: fc.oneof(given, fc.constantFrom("toString", "__proto__", "constructor")),
    });
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), person, (text, about) => {
        for (const curp of [text, CURP]) compareCurp(readCurp(curp), about);
      }),
    );
  });
});

describe("states", () => {
  it("have codes that lead to names and back, by number as well", () => {
    const named = STATE_CODES.filter((code) => code !== "NE");
    expect(named).toHaveLength(32);
    for (const [index, code] of named.entries()) {
      expect(stateCode(stateName(code) ?? "")).toBe(code);
      expect(stateCode(String(index + 1).padStart(2, "0"))).toBe(code);
      expect(stateCode(code)).toBe(code);
    }
  });

  it.each([
    ["DISTRITO FEDERAL", "DF"],
    ["Querétaro de Arteaga", "QT"],
    ["  méxico ", "MC"],
    ["NACIDO EN EL EXTRANJERO", "NE"],
    ["33", null],
    ["00", null],
    ["constructor", null],
  ])("%j is %j", (given, code) => {
    expect(stateCode(given)).toBe(code);
  });

  it("have no name for people born abroad, nor for an unknown code", () => {
    expect(stateName("NE")).toBeNull();
    expect(stateName("toString")).toBeNull();
  });
});
