import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { examples } from "#tools/test/effort.ts";
import { covered, coverOf, type HiddenFacts, hiddenFactsIn, unsearchableText } from "./cover.ts";

const FACTS: HiddenFacts = { curps: ["BOXW010514HNERXN09"], dates: ["2001-05-14", "03/06/2002"] };
const NO_FACTS: HiddenFacts = { curps: [], dates: [] };
const NONE = { curp: "none", birth_date: false, pdf: false } as const;
const SHORT = { curp: "shortened", birth_date: true, pdf: false } as const;
const none = coverOf(NONE, FACTS).text;

describe("a hidden date of a person of the file", () => {
  it.each([
    "2001-05-14",
    "2001/05/14",
    "20010514",
    "2001-05-14T00:00:00Z",
    "2001-05-14 10:00",
    "14/05/2001",
    "14-05-2001",
    "14.05.2001",
    "14/5/2001",
    "14/05/01",
    "14052001",
    "14 de mayo de 2001",
    "14 de Mayo del 2001",
    "14 DE MAYO, 2001",
    "14 may 2001",
    "14-MAY-2001",
    "14 May 2001",
    "May 14, 2001",
    "2002-06-03",
    "3 de junio de 2002",
    "3 Jun 2002",
    "RFC BOXW010514",
  ])("is covered as %s", (date) => {
    expect(none(`Nacido el ${date}; ver acta`)).not.toMatch(/14|2001|2002|010514/);
    expect(none(`Nacido el ${date}; ver acta`)).toContain("…; ver acta".slice(0, 1));
    expect(none(date)).not.toMatch(/0514|05-14|junio|mayo/i);
  });

  it.each([
    "2001-05-15",
    "14/06/2001",
    "14 de mayo de 2011",
    "15 de mayo de 2001",
    "120010514",
    "folio 140520011",
    "EXP-2001",
    "LOTE-123456",
  ])("leaves the other text %s", (text) => {
    expect(none(`Vence ${text}.`)).toBe(`Vence ${text}.`);
  });

  it("leaves time stamps whose day is the same, and cursors", () => {
    for (const text of ["2001-05-14T17:09:12.000000Z", "2001-05-14T17:09:12.000000Z_77"]) expect(none(text)).toBe(text);
  });

  it("stays where the rule shows it", () => {
    expect(coverOf(SHORT, FACTS).text("14/05/2001")).toBe("14/05/2001");
  });
});

const typed = fc.constantFrom(
  (curp: string) => curp,
  (curp: string) => curp.toLowerCase(),
  (curp: string) => curp.replace(/^(.{4})(.{6})(.)(.*)$/, "$1 $2-$3/$4"),
  (curp: string) => [...curp].join(" "),
  (curp: string) => [...curp].join("."),
  (curp: string) => curp.replace(/[A-Z0-9]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0)),
);

describe("a text in the shape of a CURP", () => {
  it("is covered in every notation, whether the people were read or not", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z]{4}\d{6}[HMX][A-Z]{5}[A-Z0-9]\d$/), typed, (curp, write) => {
        const text = `see ${write(curp)}, please`;
        expect(coverOf(NONE, NO_FACTS).text(text)).toBe("see …, please");
        const ends = `${write(curp).normalize("NFKC").slice(0, 1)}`;
        expect(coverOf(SHORT, NO_FACTS).text(text)).toMatch(new RegExp(`^see ${ends}.{3}….{2}, please$`));
      }),
      { numRuns: examples(200) },
    );
  });

  it("is covered if it is malformed and the people's answer states it", () => {
    expect(coverOf(NONE, { curps: ["BOXW-9913/7"], dates: [] }).text("no match for boxw-9913/7")).toBe(
      "no match for …",
    );
  });
});

it("covers values and names at any depth, and fields of a birth, and leaves switches and other values", () => {
  const cover = coverOf(NONE, FACTS);
  const at = new Date(0);
  expect(
    covered(
      {
        a: [
          { "born 14/05/2001": 1, fecha_nacimiento: "x", birth_date: false, birth_date_hash: "0f", n: 20_010_514, at },
        ],
      },
      cover,
    ),
  ).toEqual({
    a: [{ "born …": 1, fecha_nacimiento: "…", birth_date: false, birth_date_hash: "0f", n: 20_010_514, at }],
  });
});

it("covers a file's own object with the facts of that file alone", () => {
  const [a, b] = [coverOf(NONE, FACTS), coverOf(NONE, NO_FACTS)];
  const value = { text: "14/05/2001", one: { id: 1, text: "14/05/2001" }, two: { id: 2, text: "14/05/2001" } };
  const within = (record: object) => ("id" in record ? (record.id === 1 ? a : b) : undefined);
  expect(covered(value, a, within)).toEqual({ text: "…", one: { id: 1, text: "…" }, two: value.two });
});

it("finds the facts of people at any depth of an answer", () => {
  const answer = {
    full_list: [
      {
        fecha_nacimiento: "1990-01-02",
        external_identities: {
          curp: {
            search_number: "A",
            applicant_data: { curp: "B", birth_date: "2001-05-14", birth_entity: "JALISCO" },
            evidentiary_document_data: { act_number: "12", registry_date: "2001-06-03", register_entity: "NO APLICA" },
          },
        },
      },
    ],
  };
  expect(hiddenFactsIn(answer)).toEqual({ curps: ["A", "B"], dates: ["1990-01-02", "2001-05-14", "2001-06-03"] });
});

it("no text of a hidden form may be searched, and everything where nothing is hidden", () => {
  expect(unsearchableText({ curp: "whole", birth_date: true, pdf: true })).toBeNull();
  const rest = (text: string, rule: Parameters<typeof unsearchableText>[0] = NONE) =>
    text.replaceAll(new RegExp(unsearchableText(rule) ?? "", "gi"), " ");
  expect(rest("boxw010514hnerxn09 a")).toBe("  a");
  for (const text of ["14/05/2001", "14 de mayo de 2001", "20010514", "boxw010514", "boxw010514ab1"]) {
    expect(rest(`x ${text} y`)).not.toMatch(/\d/);
    expect(rest(`x ${text} y`, SHORT)).toContain(text);
  }
  expect(rest("exp-2041 ver_12345678")).toBe("exp-2041 ver_12345678");
});

it("covers the ends of the CURP of a held person only where no part of a CURP is shown", () => {
  const hold = { curp_ends: "BOXW…09", reason: "Oficio 12" };
  expect(covered(hold, coverOf(NONE, NO_FACTS))).toEqual({ ...hold, curp_ends: "…" });
  expect(covered(hold, coverOf(SHORT, NO_FACTS))).toEqual(hold);
});
