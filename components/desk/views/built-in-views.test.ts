import { expect, it } from "vitest";
import { VERIFICATION_FILTER } from "#lib/core/contract/verifications/verification-filter.ts";
import { isViewQuery } from "#lib/core/contract/verifications/view.ts";
import { builtInViews, queryOf, sameQuery } from "./built-in-views.ts";

it.each(builtInViews(true))("the query of the view $id is valid and in the form of addresses", ({ query }) => {
  expect(isViewQuery(query)).toBe(true);
  expect(sameQuery(query)).toBe(query);
});

it("a filter by text that may name a person has no query", () => {
  const { empty } = VERIFICATION_FILTER;
  expect(queryOf({ ...empty, q: "Maderas del Sur" })).toBe(null);
  expect(queryOf({ ...empty, q: "EXP-2041", status: ["error"] })).toBe("status=error&q=EXP-2041");
  expect(queryOf(empty)).toBe("");
});
