import { EMPTY_FILTER, type VerificationFilter } from "#lib/contract/verifications/verification-filter.ts";

export type AppliedFilter = {
  name: keyof VerificationFilter;
  value: string;
  /** The filter without this one. */
  without: VerificationFilter;
};

const LISTS = ["status", "documents_status", "severity", "label", "account", "item_error"] as const;
const SINGLES = ["q", "tag", "created_from", "created_to"] as const;

/** Everything that narrows or orders the list other than by default, one entry a value: nothing filters unseen. */
export function appliedFilters(filter: VerificationFilter): AppliedFilter[] {
  const applied: AppliedFilter[] = [];
  for (const name of SINGLES) {
    const value = filter[name];
    if (value !== null) applied.push({ name, value, without: { ...filter, [name]: null } });
  }
  for (const name of LISTS) {
    for (const value of filter[name]) {
      const rest = filter[name].filter((other) => other !== value);
      applied.push({ name, value, without: { ...filter, [name]: rest } });
    }
  }
  if (filter.has_item_error) {
    applied.push({ name: "has_item_error", value: "true", without: { ...filter, has_item_error: false } });
  }
  if (filter.quiet_days !== null) {
    const value = String(filter.quiet_days);
    applied.push({ name: "quiet_days", value, without: { ...filter, quiet_days: null } });
  }
  if (filter.sort !== EMPTY_FILTER.sort) {
    applied.push({ name: "sort", value: filter.sort, without: { ...filter, sort: EMPTY_FILTER.sort } });
  }
  return applied;
}

/** Whether the filter hides anything; an order hides nothing. */
export const narrows = (filter: VerificationFilter): boolean =>
  appliedFilters(filter).some(({ name }) => name !== "sort");
