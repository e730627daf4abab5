import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FINDINGS_SOURCES, SEVERITIES } from "./verification.ts";
import { VERIFICATION_FILTER, VERIFICATION_SORTS, type VerificationFilter } from "./verification-filter.ts";

const read = (query: string) => VERIFICATION_FILTER.read(new URLSearchParams(query));

describe("VERIFICATION_FILTER.read", () => {
  it("is empty without parameters and ignores those it does not know", () => {
    expect(read("utm_source=mail")).toEqual({ filter: VERIFICATION_FILTER.empty, ignored: [] });
  });

  it("reads lists, text, dates and the sort", () => {
    expect(read("status=pending,error&q=%20maderas%20&created_from=2026-11-01&sort=created_at").filter).toEqual({
      ...VERIFICATION_FILTER.empty,
      status: ["pending", "error"],
      q: "maderas",
      created_from: "2026-11-01",
      sort: "created_at",
    });
  });

  it("reads a flag and a number of days", () => {
    expect(read("has_item_error=true&quiet_days=7&sort=-findings")).toEqual({
      filter: { ...VERIFICATION_FILTER.empty, has_item_error: true, quiet_days: 7, sort: "-findings" },
      ignored: [],
    });
    expect(read("has_item_error=false").filter.has_item_error).toBe(false);
  });

  it.each([
    ["has_item_error=maybe", "has_item_error", "unknown_value"],
    ["quiet_days=0", "quiet_days", "not_a_number"],
    ["quiet_days=-7", "quiet_days", "not_a_number"],
    ["quiet_days=1e3", "quiet_days", "not_a_number"],
    ["quiet_days=3651", "quiet_days", "not_a_number"],
    ["sort=--findings", "sort", "unknown_value"],
    ["sort=sideways", "sort", "unknown_value"],
    ["severity=high,awful", "severity", "unknown_value"],
    ["created_from=2026-02-30", "created_from", "not_a_date"],
    ["created_to=soon", "created_to", "not_a_date"],
    [`q=${"x".repeat(201)}`, "q", "too_long"],
    ["q=a&q=b", "q", "repeated"],
    [`status=${Array.from({ length: 21 }, (_, i) => i).join(",")}`, "status", "too_many"],
    ["q=Maderas%20BADD%20110313%20HCMLNS%2009", "q", "personal_data"],
    ["q=a&q=BADD110313HCMLNS09", "q", "personal_data"],
    ["label=vip,BADD110313HCMLNS09", "label", "personal_data"],
    ["label=BADD110313&label=HCMLNS09", "label", "personal_data"],
    ["created_from=BADD110313HCMLNS09", "created_from", "personal_data"],
  ])("names the malformed one in %s and keeps the rest", (query, name, reason) => {
    const result = read(`${query}&tag=EXP-1`);
    expect(result.ignored).toEqual([{ name, reason }]);
    expect(result.filter.tag).toBe("EXP-1");
  });

  it("keeps the readable values of a list with a bad one", () => {
    expect(read("severity=high,awful").filter.severity).toEqual(["high"]);
  });
});

it("writes nothing shaped like a CURP into an address", () => {
  const curp = "badd-110313-hcmlns-09";
  const list = {
    status: [curp],
    documents_status: [curp],
    label: ["vip", curp],
    item_error: [curp],
    item_type: [curp],
  };
  const filter = {
    ...VERIFICATION_FILTER.empty,
    ...list,
    tag: curp,
    q: `de ${curp}`,
    created_from: curp,
    created_to: curp,
  };
  expect(VERIFICATION_FILTER.write(filter).toString()).toBe("");
});

it("reads back every filter that it writes", () => {
  const word = fc
    .string({ minLength: 1, maxLength: 40 })
    .map((text) => text.trim())
    .filter((text) => text !== "" && !text.includes("\u0000"));
  const words = fc.uniqueArray(word, { maxLength: 5 });
  const text = fc.option(word);
  const date = fc.option(fc.constantFrom("2026-11-01", "2026-11-20T10:00:00Z"));
  const filters: fc.Arbitrary<VerificationFilter> = fc.record({
    status: words,
    documents_status: words,
    severity: fc.subarray([...SEVERITIES]),
    findings_source: fc.subarray([...FINDINGS_SOURCES]),
    label: words,
    account: words,
    item_error: words,
    item_type: words,
    has_item_error: fc.boolean(),
    tag: text,
    q: text,
    quiet_days: fc.option(fc.integer({ min: 1, max: 3650 })),
    created_from: date,
    created_to: date,
    sort: fc.constantFrom(...VERIFICATION_SORTS),
  });
  fc.assert(
    fc.property(filters, (filter) => {
      const written = VERIFICATION_FILTER.write(filter);
      expect(VERIFICATION_FILTER.read(new URLSearchParams(written.toString()))).toEqual({ filter, ignored: [] });
    }),
  );
});

describe("what is applied of a filter", () => {
  const everything: VerificationFilter = {
    status: ["pending", "error"],
    documents_status: ["full_upload"],
    severity: ["high"],
    findings_source: ["final"],
    label: ["vip"],
    account: ["acc_1"],
    item_error: ["illegible"],
    item_type: ["ac_mx"],
    has_item_error: true,
    tag: "EXP-1",
    q: "maderas",
    quiet_days: 7,
    created_from: "2026-11-01",
    created_to: "2026-11-20",
    sort: "created_at",
  };
  const { applied, empty, narrows } = VERIFICATION_FILTER;

  it("names every parameter that a filter can hold", () => {
    const named = new Set(applied(everything).map(({ name }) => name));
    expect([...named].sort()).toEqual(Object.keys(empty).sort());
  });

  it("takes away one value and leaves the others", () => {
    const first = applied({ ...empty, status: ["pending", "error"], q: "x" });
    expect(first.map(({ name, value }) => `${name}=${value}`)).toEqual(["status=pending", "status=error", "q=x"]);
    expect(first[0]?.without).toEqual({ status: ["error"] });
  });

  it("comes to the empty filter when each is taken away in turn", () => {
    let filter = everything;
    for (let entry = applied(filter)[0]; entry; entry = applied(filter)[0]) filter = { ...filter, ...entry.without };
    expect(filter).toEqual(empty);
  });

  it("narrows the list, but for its order", () => {
    expect(narrows({ ...empty, sort: "created_at" })).toBe(false);
    expect(narrows({ ...empty, label: ["vip"] })).toBe(true);
  });
});
