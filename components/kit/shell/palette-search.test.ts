import { describe, expect, it } from "vitest";
import { looksLikeName, readTyped } from "./palette-search.ts";

describe("looksLikeName", () => {
  it.each([
    ["María Fernanda", true],
    ["o'brien-lópez", true],
    [" Núñez de la G. ", true],
    ["Al", false],
    ["EXP-2041", false],
    ["ver_abc", false],
    ["...", false],
  ])("%j: %j", (typed, expected) => {
    expect(looksLikeName(typed)).toBe(expected);
  });
});

describe("readTyped", () => {
  it("searches for the typed text", () => {
    expect(readTyped(" EXP-20 ")).toEqual({ search: "EXP-20", id: null, personal: false });
  });

  it.each(["ver_gQxf8jwGH6AqkHqTn6YR8g", "ver_that_nobody_knows", "01920D3C-6b1e-7c3a-9f00-8f3a5b1c2d4e"])(
    "offers to open %s, which looks like an id",
    (id) => {
      expect(readTyped(` ${id} `)).toEqual({ search: id, id, personal: false });
    },
  );

  it.each(["Maderas del Sur", "EXP-2041-2042", "MSU110313AB1", "GOMC85010", "Hernandez", "ver_1", "a_b c_defghijk"])(
    "does not offer to open %s",
    (text) => {
      expect(readTyped(text).id).toBeNull();
    },
  );

  it.each(["BOXW310820HNERXN09", "boxw-310820-hnerxn09", "x BOXW310820HNERXN09 y", "boxw310820h"])(
    "searches only people by %j, and does not offer it as an id",
    (text) => {
      expect(readTyped(text)).toEqual({ search: null, id: null, personal: true });
    },
  );

  it.each(["CASO-260115", "boxw310820", "310820 H", "ver_310820hne"])(
    "searches people and files by %j, which may be a tag, and does not offer it as an id",
    (text) => {
      expect(readTyped(text)).toEqual({ search: text, id: null, personal: true });
    },
  );

  it("does not search for an empty or a very long text", () => {
    expect(readTyped("  ").search).toBeNull();
    expect(readTyped("x ".repeat(200)).search).toBeNull();
  });
});
