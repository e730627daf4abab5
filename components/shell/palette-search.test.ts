import { describe, expect, it } from "vitest";
import { matches, readTyped } from "./palette-search.ts";

describe("matches", () => {
  it.each([
    ["Verificaciones", "verif", true],
    ["Cerrar sesión", "sesion", true],
    ["Switch to English", "english switch", true],
    ["Overview", "", true],
    ["Overview", "overviews", false],
  ])("%j to %j: %j", (name, typed, expected) => {
    expect(matches(name, typed)).toBe(expected);
  });
});

describe("readTyped", () => {
  it("searches for what is typed, and offers to open what is long enough for an id", () => {
    expect(readTyped("EXP-20")).toEqual({ search: "EXP-20", id: null, personal: false, waits: false });
    expect(readTyped(" ver_gQxf8jwGH6AqkHqTn6YR8g ")).toEqual({
      search: "ver_gQxf8jwGH6AqkHqTn6YR8g",
      id: "ver_gQxf8jwGH6AqkHqTn6YR8g",
      personal: false,
      waits: false,
    });
    expect(readTyped("Maderas del Sur").id).toBeNull();
  });

  it.each(["BOXW310820HNERXN09", "boxw-310820-hnerxn09", "x BOXW310820HNERXN09 y"])(
    "never sends %j anywhere",
    (text) => {
      expect(readTyped(text)).toEqual({ search: null, id: null, personal: true, waits: false });
    },
  );

  it("waits with what may become a CURP, or be a tag", () => {
    expect(readTyped("CASO-260115")).toMatchObject({ search: "CASO-260115", personal: false, waits: true });
    expect(readTyped("CASO-260115-01").waits).toBe(false);
  });

  it("searches for nothing in nothing, and not for a whole page of text", () => {
    expect(readTyped("  ").search).toBeNull();
    expect(readTyped("x ".repeat(200)).search).toBeNull();
  });
});
