import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { holdsPartOfCurp } from "#lib/platform/contract/curp-shape.ts";
import { readPastedIds } from "./pasted-ids.ts";

// A well-formed CURP of no person: its check digit is wrong on purpose.
const CURP = "GOMC850101HDFRRL00";

describe("readPastedIds", () => {
  it.each([
    ["ver_1,ver_2", ["ver_1", "ver_2"]],
    ["ver_1 ver_2\tver_3;ver_4", ["ver_1", "ver_2", "ver_3", "ver_4"]],
    ["\n ver_1 \r\n\r\n ver_2,\n", ["ver_1", "ver_2"]],
    ['["ver_1", "ver_2"]', ["ver_1", "ver_2"]],
    ["'ver_1' (ver_2).", ["ver_1", "ver_2"]],
    ["  , ;; ", []],
    ["", []],
  ])("finds the ids in %j", (text, ids) => {
    expect(readPastedIds(text)).toEqual({ ids, duplicates: 0, malformed: [], personal: 0, links: 0, words: 0 });
  });

  it("counts duplicates, and returns each id once", () => {
    expect(readPastedIds("a1 b1 a1\na1 c1")).toEqual({
      ids: ["a1", "b1", "c1"],
      duplicates: 2,
      malformed: [],
      personal: 0,
      links: 0,
      words: 0,
    });
  });

  it("names texts that are too long or hold control characters", () => {
    const long = "x".repeat(201);
    expect(readPastedIds(`a1 ${long} b\u0000c\n${long}`)).toEqual({
      ids: ["a1"],
      duplicates: 1,
      malformed: [long, "b\u0000c"],
      personal: 0,
      links: 0,
      words: 0,
    });
  });

  it.each([CURP, CURP.toLowerCase(), "GOMC 850101 HDF RRL 00", `caso ${CURP}`, "850101 HDF", "gomc850101"])(
    "leaves out %j",
    (written) => {
      const read = readPastedIds(`ver_1\n${written}\nver_2`);
      expect(read).toEqual({ ids: ["ver_1", "ver_2"], duplicates: 0, malformed: [], personal: 1, links: 0, words: 0 });
    },
  );

  it.each([
    ["https://cotejo.example/verifications/ver_1", { ids: ["ver_1"], links: 0, words: 0 }],
    ["<https://cotejo.example/verifications/ver%2F1/people/7#curp>.", { ids: ["ver/1"], links: 0, words: 0 }],
    ["https://cotejo.example/verifications https://crm.mx/exp?id=1", { ids: [], links: 2, words: 0 }],
    ["ver_1 (www.example.com)", { ids: ["ver_1"], links: 1, words: 0 }],
    ["Favor de revisar: ver_1, gracias", { ids: ["ver_1", "gracias"], links: 0, words: 3 }],
    ["Revisión ver_1\nsingleword", { ids: ["ver_1", "singleword"], links: 0, words: 1 }],
  ])("distinguishes ids from links and sentences in %j", (text, expected) => {
    expect(readPastedIds(text)).toMatchObject(expected);
  });

  it("returns the ids of any list, whatever the separator", () => {
    const id = fc.stringMatching(/^[a-z0-9_-]{1,40}$/).filter((text) => /\d/.test(text));
    const separator = fc.constantFrom(",", " ", "\n", ", ", "\r\n", "\t", ";");
    fc.assert(
      fc.property(
        fc.uniqueArray(id, { maxLength: 30 }).filter((ids) => !holdsPartOfCurp(ids.join(" "))),
        separator,
        (ids, between) => {
          expect(readPastedIds(ids.join(between)).ids).toEqual(ids);
        },
      ),
    );
  });
});
