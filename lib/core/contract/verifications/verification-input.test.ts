import { describe, expect, it } from "vitest";
import { VERIFICATION_FILTER } from "./verification-filter.ts";
import { titleFieldsInput, verificationSearchInput } from "./verification-input.ts";

describe("the body of a search", () => {
  it("is the filter by its own names; an omitted, null or blank field filters no files", () => {
    expect(verificationSearchInput.parse({ q: "  " })).toEqual({ filter: VERIFICATION_FILTER.empty, rows: null });
    const filter = { ...VERIFICATION_FILTER.empty, q: "Maderas del Sur", status: ["pending"], sort: "tag" };
    expect(verificationSearchInput.parse({ ...filter, cursor: "c", limit: 8 })).toEqual({
      filter,
      cursor: "c",
      limit: 8,
      rows: null,
    });
  });

  it("names the files whose rows are wanted", () => {
    const { filter, rows } = verificationSearchInput.parse({ q: "Maderas", ids: ["ver_1"], until: "c" });
    expect(filter.q).toBe("Maderas");
    expect(rows).toEqual({ ids: ["ver_1"], until: "c", total: false });
  });

  it.each([
    { q: "x".repeat(201) },
    { severity: ["grave"] },
    { status: Array.from({ length: 21 }, String) },
    { created_from: "soon" },
    { quiet_days: 0 },
    { sort: "sideways" },
    { limit: 201 },
    { ids: [] },
    { ids: Array.from({ length: 51 }, String) },
    { order: "tag" },
  ])("is refused with %j", (body) => {
    expect(verificationSearchInput.safeParse(body).success).toBe(false);
  });
});

describe("a choice of fields", () => {
  it.each([
    { title: ["/company/legal_name", "/name"], tax_id: ["/a~1b~0c/"] },
    { title: [], tax_id: [] },
  ])("is %j", (body) => {
    expect(titleFieldsInput.parse(body)).toEqual(body);
  });

  it.each([
    ["no pointer", ["company"]],
    ["a broken escape", ["/a~2"]],
    ["the same twice", ["/a", "/a"]],
    ["too many", ["/1", "/2", "/3", "/4", "/5", "/6"]],
    ["too long", [`/${"x".repeat(300)}`]],
  ])("is rejected with %s", (_, title) => {
    expect(titleFieldsInput.safeParse({ title, tax_id: [] }).success).toBe(false);
  });
});
