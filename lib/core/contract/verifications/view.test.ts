import fc from "fast-check";
import { expect, it } from "vitest";
import { SEVERITIES } from "./verification.ts";
import { VERIFICATION_FILTER, VERIFICATION_SORTS } from "./verification-filter.ts";
import { isViewQuery } from "./view.ts";

it.each([
  "",
  "status=finished&severity=high",
  "severity=high,medium&sort=-findings",
  "status=a%2Cb&status=",
  "q=EXP-2041",
  "q=ver_01J9",
  "q=MSU110313AB1",
  "tag=%C3%91and%C3%BA",
  "created_from=2026-10-05&quiet_days=7&has_item_error=true",
])("takes %j", (query) => expect(isViewQuery(query)).toBe(true));

it.each([
  // The question mark of an address, a fragment, unencoded characters.
  "?status=finished",
  "status=finished#top",
  "status=on hold",
  "tag=Ñandú",
  "status=finished\n",
  // Parameters that are no filter, or state the position of a reader.
  "page=2",
  "cursor=abc",
  "limit=5",
  "total=quick",
  "toString=1",
  "/verifications?status=finished",
  "https://evil.example/?status=finished",
  // Values that the list ignores.
  "severity=grave",
  "sort=name",
  "quiet_days=0",
  "created_from=yesterday",
  "has_item_error=1",
  "tag=a&tag=b",
  `status=${"x".repeat(201)}`,
  // Text that may name a person.
  "q=Maderas",
  "q=Ana%20L%C3%B3pez",
  "q=BOXW310820HNERXN09",
  "tag=BOXW310820HNERXN09",
  "label=BOXW310820HNERXN09",
  "q=GOMC800101",
])("refuses %j", (query) => expect(isViewQuery(query)).toBe(false));

it("takes every query that the list writes", () => {
  const text = fc.constantFrom("finished", "on hold", "a,b", "ñ", "100%", "x&y=z", "#1", "+");
  const filter = fc.record({
    status: fc.uniqueArray(text, { maxLength: 3 }),
    label: fc.uniqueArray(text, { maxLength: 3 }),
    severity: fc.subarray([...SEVERITIES]),
    tag: fc.option(text),
    q: fc.option(fc.constantFrom("EXP-2041", "Maderas del Sur", "ver_1")),
    sort: fc.constantFrom(...VERIFICATION_SORTS),
  });
  fc.assert(
    fc.property(filter, (given) => {
      expect(isViewQuery(VERIFICATION_FILTER.write({ ...VERIFICATION_FILTER.empty, ...given }).toString())).toBe(true);
    }),
  );
});
