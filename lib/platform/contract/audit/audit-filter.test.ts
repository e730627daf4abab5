import { describe, expect, it } from "vitest";
import { AUDIT_FILTER, actionsOf, isAddress, mayAppearInAuditUrl } from "./audit-filter.ts";

const USER = "0b9f7c70-52a2-4cfd-8a2b-3d1f4c1f5a11";
const FULL = {
  q: "EXP-2041",
  id: "wh_1",
  family: ["webhooks", "keys"] as const,
  action: ["people.opened"] as const,
  user: [USER, "nobody"],
  token: [USER],
  outcome: ["failed", "unknown"] as const,
  address: "2001:db8::7",
  from: "2026-11-01",
  to: "2026-11-20T06:00Z",
};

it("survives the round trip through an address", () => {
  const read = AUDIT_FILTER.read(AUDIT_FILTER.write(FULL as never));
  expect(read).toEqual({ filter: FULL, ignored: [] });
  expect(AUDIT_FILTER.read(new URLSearchParams())).toEqual({ filter: AUDIT_FILTER.empty, ignored: [] });
});

it.each([
  ["user=ana%40example.mx", "user", "unknown_value"],
  ["token=cot_1", "token", "unknown_value"],
  ["family=money", "family", "unknown_value"],
  ["action=webhook.eaten", "action", "unknown_value"],
  ["outcome=begun", "outcome", "unknown_value"],
  ["address=localhost", "address", "unknown_value"],
  ["address=300.1.1.1", "address", "unknown_value"],
  ["id=BOXW310820HNERXN09", "id", "personal_data"],
  ["id=310820HNE", "id", "personal_data"],
  ["from=yesterday", "from", "not_a_date"],
])("ignores %s, and names it", (query, name, reason) => {
  expect(AUDIT_FILTER.read(new URLSearchParams(query))).toEqual({
    filter: AUDIT_FILTER.empty,
    ignored: [{ name, reason }],
  });
});

describe("an address of the audit log is", () => {
  it.each(["203.0.113.7", "::1", "2001:db8::7", "::ffff:203.0.113.7"])("%s", (text) => {
    expect(isAddress(text)).toBe(true);
  });
  it.each(["", ":", "1.2.3", "256.1.1.1", "dead", "1.2.3.4/8", "[::1]", "::1%eth0", "1::2::3"])("not %s", (text) => {
    expect(isAddress(text)).toBe(false);
  });
});

it("text that may name a person stays out of every address", () => {
  for (const q of ["Maderas", "ana lópez", "BOXW…09", "BOXW09", "BOXW310820HNERXN09"]) {
    expect(mayAppearInAuditUrl(q), q).toBe(false);
    expect(AUDIT_FILTER.write({ ...AUDIT_FILTER.empty, q }).size, q).toBe(0);
  }
  for (const q of ["wh_1", "EXP-2041", USER, "4711"]) expect(mayAppearInAuditUrl(q), q).toBe(true);
});

it("a family stands for all of its actions", () => {
  expect(actionsOf({ family: ["people"], action: ["api_key.created"] })).toEqual([
    "people.opened",
    "people.named",
    "people.searched",
    "curp_pdf.opened",
    "privacy_request.received",
    "privacy_request.changed",
    "privacy_request.opened",
    "privacy_request.extracted",
    "api_key.created",
  ]);
  expect(actionsOf(AUDIT_FILTER.empty)).toEqual([]);
});
