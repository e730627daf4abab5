import { expect, it } from "vitest";
import { DATES } from "#components/desk/verifications/dates-columns.tsx";
import { VERIFICATIONS } from "#components/desk/verifications/verification-columns.tsx";
import { VERIFICATION_SORTS } from "#lib/core/contract/verifications/verification-filter.ts";
import { columnOrder } from "./definition.ts";

const findings = "-findings";

it("reverses the current order of the list", () => {
  expect(columnOrder(findings, "-findings")).toEqual({ current: "descending", next: "findings" });
  expect(columnOrder(findings, "findings")).toEqual({ current: "ascending", next: "-findings" });
});

it("begins with the order that needs attention first", () => {
  expect(columnOrder(findings, "tag")).toEqual({ current: undefined, next: "-findings" });
});

it("shows every order of the list of verifications at exactly one column, except that of the items, which have none", () => {
  const columns = [...VERIFICATIONS.columns, ...DATES.columns.filter(({ id }) => id !== "file")];
  for (const sort of VERIFICATION_SORTS.filter((sort) => !sort.endsWith("items_with_error"))) {
    const shown = columns.filter((column) => column.sort && columnOrder(column.sort, sort).current);
    expect(shown).toHaveLength(1);
  }
});
