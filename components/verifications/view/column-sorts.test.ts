import { expect, it } from "vitest";
import { COLUMN_IDS } from "#components/verifications/layout.ts";
import { VERIFICATION_SORTS } from "#lib/contract/verifications/verification-filter.ts";
import { columnOrder } from "./column-sorts.ts";

it("turns the order round that the list is in", () => {
  expect(columnOrder("activity", "-last_activity_at")).toEqual({ current: "descending", next: "last_activity_at" });
  expect(columnOrder("activity", "last_activity_at")).toEqual({ current: "ascending", next: "-last_activity_at" });
});

it("begins with what asks for attention", () => {
  expect(columnOrder("findings", "-last_activity_at")).toEqual({ current: undefined, next: "-findings" });
  expect(columnOrder("tag", "-findings")).toEqual({ current: undefined, next: "tag" });
});

it("has no order by what has none", () => {
  expect(columnOrder("account", "tag")).toBeNull();
  expect(columnOrder("labels", "tag")).toBeNull();
});

it("shows every order of the list at exactly one column", () => {
  for (const sort of VERIFICATION_SORTS) {
    expect(COLUMN_IDS.filter((column) => columnOrder(column, sort)?.current !== undefined)).toHaveLength(1);
  }
});
