import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { holdsPartOfCurp } from "#lib/contract/curp-shape.ts";
import { readPastedIds } from "./pasted-ids.ts";

// Well-formed and nobody's: the check digit is wrong on purpose.
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
    expect(readPastedIds(text)).toEqual({ ids, duplicates: 0, malformed: [], personal: 0 });
  });

  it("counts repetitions and takes each id once", () => {
    expect(readPastedIds("a b a\na c")).toEqual({ ids: ["a", "b", "c"], duplicates: 2, malformed: [], personal: 0 });
  });

  it("names what is too long or holds control characters", () => {
    const long = "x".repeat(201);
    expect(readPastedIds(`a ${long} b\u0000c`)).toEqual({
      ids: ["a"],
      duplicates: 0,
      malformed: [long, "b\u0000c"],
      personal: 0,
    });
  });

  it.each([CURP, CURP.toLowerCase(), "GOMC 850101 HDF RRL 00", `caso ${CURP}`, "850101 HDF", "gomc850101"])(
    "leaves out %j",
    (written) => {
      const read = readPastedIds(`ver_1\n${written}\nver_2`);
      expect(read).toEqual({ ids: ["ver_1", "ver_2"], duplicates: 0, malformed: [], personal: 1 });
    },
  );

  it("finds any list of ids again, however it is separated", () => {
    const id = fc.stringMatching(/^[a-z0-9_-]{1,40}$/).filter((text) => text !== "");
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
