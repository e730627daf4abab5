import { describe, expect, it } from "vitest";
import { EMPTY_FILTER, type VerificationFilter } from "#lib/contract/verifications/verification-filter.ts";
import { appliedFilters, narrows } from "./applied-filters.ts";

const everything: VerificationFilter = {
  status: ["pending", "error"],
  documents_status: ["full_upload"],
  severity: ["high"],
  label: ["vip"],
  account: ["acc_1"],
  item_error: ["illegible"],
  has_item_error: true,
  tag: "EXP-1",
  q: "maderas",
  quiet_days: 7,
  created_from: "2026-11-01",
  created_to: "2026-11-20",
  sort: "created_at",
};

describe("appliedFilters", () => {
  it("names every parameter that a filter can hold", () => {
    const named = new Set(appliedFilters(everything).map(({ name }) => name));
    expect([...named].sort()).toEqual(Object.keys(EMPTY_FILTER).sort());
  });

  it("takes away one value and leaves the others", () => {
    const first = appliedFilters({ ...EMPTY_FILTER, status: ["pending", "error"], q: "x" });
    expect(first.map(({ name, value }) => `${name}=${value}`)).toEqual(["q=x", "status=pending", "status=error"]);
    expect(first[1]?.without).toEqual({ ...EMPTY_FILTER, status: ["error"], q: "x" });
  });

  it("comes to the empty filter when each is taken away in turn", () => {
    let filter = everything;
    for (let entry = appliedFilters(filter)[0]; entry; entry = appliedFilters(filter)[0]) filter = entry.without;
    expect(filter).toEqual(EMPTY_FILTER);
  });
});

describe("narrows", () => {
  it("is false for a mere order and for nothing at all", () => {
    expect(narrows({ ...EMPTY_FILTER, sort: "created_at" })).toBe(false);
  });

  it("is true for any filter", () => {
    expect(narrows({ ...EMPTY_FILTER, label: ["vip"] })).toBe(true);
  });
});
