import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PEOPLE_OUTCOMES } from "#lib/core/contract/people/person.ts";
import { mayAppearInUrl } from "#lib/platform/contract/curp-shape.ts";
import { REASONS } from "./review-codes.ts";
import { FINDINGS_SOURCES, SEVERITIES } from "./verification.ts";
import {
  DOCUMENT_DATES,
  DUE_DATES,
  DUE_FILTERS,
  REVIEW_FILTERS,
  VERIFICATION_FILTER,
  VERIFICATION_SORTS,
  type VerificationFilter,
} from "./verification-filter.ts";

const read = (query: string) => VERIFICATION_FILTER.read(new URLSearchParams(query));

describe("VERIFICATION_FILTER.read", () => {
  it("is empty without parameters and ignores unknown ones", () => {
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
    ["q=110313HCM", "q", "personal_data"],
    ["q=BADD110313", "q", "personal_data"],
    ["label=vip,BADD110313HCMLNS09", "label", "personal_data"],
    ["label=BADD110313&label=HCMLNS09", "label", "personal_data"],
    ["created_from=BADD110313HCMLNS09", "created_from", "personal_data"],
  ])("names the malformed parameter in %s and keeps the rest", (query, name, reason) => {
    const result = read(`${query}&tag=EXP-1`);
    expect(result.ignored).toEqual([{ name, reason }]);
    expect(result.filter.tag).toBe("EXP-1");
  });

  it("keeps the readable values of a list with a bad one", () => {
    expect(read("severity=high,awful").filter.severity).toEqual(["high"]);
  });
});

it("writes no text in the shape of a CURP into an address", () => {
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
  const typed = { ...VERIFICATION_FILTER.empty, tag: "badd-110313", q: "110313 h" };
  expect(VERIFICATION_FILTER.write(typed).toString()).toBe("");
});

describe("the searched text", () => {
  it.each([
    "EXP-2041",
    "exp_2",
    "2041",
    "ver_gQxf8jwGH6AqkHqTn6YR8g",
    "01920d3c-6b1e-7c3a-9f00-8f3a5b1c2d4e",
    // Four letters before six digits, in the id of a webhook.
    "wh_f8c5a0d5a6cddb529928d85e",
    "EXP-260115",
    "MSU110313AB1",
    "ñ&u110313ab1",
    // The homoclave begins with the letter of a sex.
    "MSU110313H12",
    "GOMC85010",
  ])("may stand in an address: %s", (text) => {
    expect(mayAppearInUrl(text)).toBe(true);
    expect(VERIFICATION_FILTER.write({ ...VERIFICATION_FILTER.empty, q: text }).get("q")).toBe(text);
  });

  it.each([
    "Maderas",
    "Maderas del Sur",
    "Núñez",
    "exp",
    "nuñez1",
    "GOMC850101",
    "GOMC850101AB1",
    "GOMC-850101-AB1",
    // An RFC of a person whose first surname has two letters.
    "BPJU800101AB1",
    "850101H",
    "GOMC850101HDFRRL00",
    "OMC850101HDF",
    "EXP-2041 Ana",
    "CASO-260115",
  ])("may name a person, and is written into no address: %s", (text) => {
    expect(mayAppearInUrl(text)).toBe(false);
    expect(VERIFICATION_FILTER.write({ ...VERIFICATION_FILTER.empty, q: text }).toString()).toBe("");
  });

  it("stays out of an address with any part of a CURP that has the whole date of birth", () => {
    const states = "AS BC BS CC CL CM CS CH DF DG GT GR HG JC MC MN MS NT NL OC PL QT QR SP SL SR TC TS TL VZ YN ZS NE";
    const letters = (pattern: RegExp) => fc.stringMatching(pattern);
    const curps = fc
      .tuple(
        letters(/^[A-Z][AEIOUX][A-Z]{2}$/),
        fc.date({ min: new Date("1930-01-01"), max: new Date("2025-12-31"), noInvalidDate: true }),
        fc.constantFrom("H", "M", "X"),
        fc.constantFrom(...states.split(" ")),
        letters(/^[BCDFGHJKLMNPQRSTVWXYZ]{3}[A-Z\d]\d$/),
      )
      .map(([name, born, sex, state, rest]) =>
        [name, born.toISOString().slice(2, 10).replaceAll("-", ""), sex, state, rest].join(""),
      );
    const cut = fc.tuple(curps, fc.integer({ min: 0, max: 4 }), fc.integer({ min: 10, max: 18 }));
    fc.assert(
      fc.property(cut, ([curp, from, to]) => {
        // The date alone, without the four letters, is a number like any other.
        fc.pre(from === 0 || to > 10);
        expect(mayAppearInUrl(curp.slice(from, to))).toBe(false);
      }),
    );
  });
});

const USER = "01234567-89ab-4cde-8f01-23456789abcd";

it("accepts 'me', 'none' or the id of a user as assignee, and no other value", () => {
  const { filter, ignored } = VERIFICATION_FILTER.read(
    new URLSearchParams(`assignee=me&assignee=${USER}&assignee=Carlos`),
  );
  expect(filter.assignee).toEqual(["me", USER]);
  expect(ignored).toEqual([{ name: "assignee", reason: "unknown_value" }]);
});

it("reads every filter that it writes", () => {
  const word = fc
    .string({ minLength: 1, maxLength: 40 })
    .map((text) => text.trim())
    .filter((text) => text !== "" && !text.includes("\u0000"));
  const words = fc.uniqueArray(word, { maxLength: 5 });
  const text = fc.option(fc.oneof(word, fc.stringMatching(/^[A-Z]{3}-\d{1,4}$/)));
  const date = fc.option(fc.constantFrom("2026-11-01", "2026-11-20T10:00:00Z"));
  const since = fc.option(fc.constantFrom("2026-11-01", "2026-11-20T10:00:00Z", "last_visit"));
  const filters: fc.Arbitrary<VerificationFilter> = fc.record({
    status: words,
    documents_status: words,
    severity: fc.subarray([...SEVERITIES]),
    without_severity: fc.subarray([...SEVERITIES]),
    findings_source: fc.subarray([...FINDINGS_SOURCES]),
    label: words,
    account: words,
    item_error: words,
    item_type: words,
    has_item_error: fc.boolean(),
    held: fc.boolean(),
    tag: text,
    q: text,
    quiet_days: fc.option(fc.integer({ min: 1, max: 3650 })),
    changed_since: since,
    documents_status_days: fc.option(fc.integer({ min: 1, max: 3650 })),
    lookup: fc.subarray([...PEOPLE_OUTCOMES]),
    review: fc.subarray([...REVIEW_FILTERS]),
    assignee: fc.subarray(["me", "none", USER]),
    reason: fc.subarray([...REASONS]),
    due: fc.subarray([...DUE_FILTERS]),
    document_dates: fc.subarray([...DOCUMENT_DATES]),
    due_dates: fc.subarray([...DUE_DATES]),
    checked_before: date,
    returned_since: since,
    handed_since: since,
    figure: fc.subarray([
      "completed@2026-11-01..2026-11-30",
      "item~%5B%22a%22%2Cnull%5D@2026-11-01..2026-11-30;label=v%2Cx",
    ]),
    created_from: date,
    created_to: date,
    sort: fc.constantFrom(...VERIFICATION_SORTS),
  });
  fc.assert(
    fc.property(filters, ({ q, ...rest }) => {
      const filter = { ...rest, q: q !== null && mayAppearInUrl(q) ? q : null };
      const written = VERIFICATION_FILTER.write({ ...rest, q });
      expect(VERIFICATION_FILTER.read(new URLSearchParams(written.toString()))).toEqual({ filter, ignored: [] });
    }),
  );
});

describe("the active parameters of a filter", () => {
  const everything: VerificationFilter = {
    status: ["pending", "error"],
    documents_status: ["full_upload"],
    severity: ["high"],
    without_severity: ["low"],
    findings_source: ["final"],
    label: ["vip"],
    account: ["acc_1"],
    item_error: ["illegible"],
    item_type: ["ac_mx"],
    has_item_error: true,
    held: true,
    tag: "EXP-1",
    q: "maderas",
    quiet_days: 7,
    changed_since: "2026-11-20",
    documents_status_days: 3,
    lookup: ["failed"],
    review: ["open"],
    assignee: ["me"],
    reason: ["changed"],
    due: ["overdue"],
    document_dates: ["expired"],
    due_dates: ["now"],
    checked_before: "2026-01-01",
    returned_since: "last_visit",
    handed_since: "2026-11-20T10:00:00Z",
    figure: ["completed@2026-11-01..2026-11-30"],
    created_from: "2026-11-01",
    created_to: "2026-11-20",
    sort: "created_at",
  };
  const { applied, empty, narrows } = VERIFICATION_FILTER;

  it("include every parameter that a filter can hold", () => {
    const named = new Set(applied(everything).map(({ name }) => name));
    expect([...named].sort()).toEqual(Object.keys(empty).sort());
  });

  it("can be removed value by value", () => {
    const first = applied({ ...empty, status: ["pending", "error"], q: "x" });
    expect(first.map(({ name, value }) => `${name}=${value}`)).toEqual(["status=pending", "status=error", "q=x"]);
    expect(first[0]?.without).toEqual({ status: ["error"] });
  });

  it("leave the empty filter when each is removed in turn", () => {
    let filter = everything;
    for (let entry = applied(filter)[0]; entry; entry = applied(filter)[0]) filter = { ...filter, ...entry.without };
    expect(filter).toEqual(empty);
  });

  it("exclude the order, which does not narrow the list", () => {
    expect(narrows({ ...empty, sort: "created_at" })).toBe(false);
    expect(narrows({ ...empty, label: ["vip"] })).toBe(true);
  });
});

/** Every filter of 0.4.0, with every value of a fixed set. */
const OF_0_4_0 = [
  "status=a,b&documents_status=a&severity=high,medium,low&without_severity=high,medium,low&findings_source=final,provisional",
  "label=a&account=a&item_error=a&item_type=a&has_item_error=true&quiet_days=3650&documents_status_days=1",
  "changed_since=last_visit&returned_since=last_visit&handed_since=2026-11-20T10:00Z&created_from=2026-11-01&created_to=2026-11-02",
  "lookup=found,failed,curp_format_error,curp_scrapper_error,curp_service_unavailable,other_error,no_result,none&tag=T-1&q=T-1",
  "review=open,waiting,approval,resolved,none&assignee=me,none&due=overdue,today,week",
  "reason=changed,decision,answered,item,person,status_error,follow_up,stalled_customer,stalled_service,periodic,none",
  ...[
    "last_activity_at",
    "created_at",
    "tag",
    "status",
    "documents_status",
    "findings",
    "items_with_error",
    "due",
  ].flatMap((key) => [`sort=${key}`, `sort=-${key}`]),
];

it.each(OF_0_4_0)("reads the filters of views and open tabs of 0.4.0: %s", (query) => {
  const { filter, ignored } = VERIFICATION_FILTER.readAddress(new URLSearchParams(query));
  expect(ignored).toEqual([]);
  const values = query === `sort=${VERIFICATION_FILTER.empty.sort}` ? 0 : query.split(/[&,]/).length;
  expect(VERIFICATION_FILTER.applied(filter)).toHaveLength(values);
});
