import { holdsCurp } from "#lib/contract/curp-shape.ts";
import { type IgnoredParameter, type Parameters, readParameters } from "#lib/contract/url-parameters.ts";
import { SEVERITIES, type Severity } from "./verification.ts";

/**
 * What the list can be ordered by. `status` goes from finished to what asks for attention (finished, pending,
 * pending_validation, error, then values that the interface does not name), `documents_status` from an empty file to a
 * full one, `findings` by their weight (one graver finding outweighs any number of lesser ones), `items_with_error` by
 * their number. Rows without a value come last in either direction.
 */
export const SORT_KEYS = [
  "last_activity_at",
  "created_at",
  "tag",
  "status",
  "documents_status",
  "findings",
  "items_with_error",
] as const;
export type SortKey = (typeof SORT_KEYS)[number];

/** Orders of the list; the leading minus is descending, as in the URL. */
export type VerificationSort = SortKey | `-${SortKey}`;
export const VERIFICATION_SORTS: readonly VerificationSort[] = SORT_KEYS.flatMap((key) => [`-${key}` as const, key]);

/** What the list shows: the same shape in the page's address and in `GET /api/verifications` (design §9). */
export type VerificationFilter = {
  status: string[];
  documents_status: string[];
  severity: Severity[];
  label: string[];
  /** Ids of accounts. */
  account: string[];
  /** Any of these error codes on any item. */
  item_error: string[];
  /** Only verifications with an item in error, whatever its code: `has_item_error=true` in the address. */
  has_item_error: boolean;
  /** The whole tag, as it was given. */
  tag: string | null;
  /**
   * A part of the tag or of the account's name, or the beginning of the id, in any case; of fewer than three characters,
   * the beginning of each.
   */
  q: string | null;
  /** No event for this many days, 1 to 3650, whatever the status: `quiet_days=7` in the address. */
  quiet_days: number | null;
  /** Inclusive, `YYYY-MM-DD` in UTC or an instant. */
  created_from: string | null;
  /** Exclusive when an instant, inclusive when a day. */
  created_to: string | null;
  sort: VerificationSort;
};

export const EMPTY_FILTER: VerificationFilter = {
  status: [],
  documents_status: [],
  severity: [],
  label: [],
  account: [],
  item_error: [],
  has_item_error: false,
  tag: null,
  q: null,
  quiet_days: null,
  created_from: null,
  created_to: null,
  sort: "-last_activity_at",
};

const MAX_QUIET_DAYS = 3650;

/** Reads the filter from URL parameters. Lists are repeated parameters (`status=pending&status=error`) or one with commas. */
export function readVerificationFilter(parameters: Parameters): {
  filter: VerificationFilter;
  ignored: IgnoredParameter[];
} {
  const { ignored, ignore, list, known, single, date } = readParameters(parameters);
  const flag = (name: string): boolean => {
    const value = single(name);
    return value === "true" || (value !== null && value !== "false" && ignore(name, "unknown_value", false));
  };
  const days = (name: string): number | null => {
    const value = single(name);
    if (value === null) return null;
    const days = /^\d{1,4}$/.test(value) ? Number(value) : 0;
    return days >= 1 && days <= MAX_QUIET_DAYS ? days : ignore(name, "not_a_number", null);
  };
  const sort = single("sort");
  const filter: VerificationFilter = {
    status: list("status"),
    documents_status: list("documents_status"),
    severity: known("severity", SEVERITIES),
    label: list("label"),
    account: list("account"),
    item_error: list("item_error"),
    has_item_error: flag("has_item_error"),
    tag: single("tag"),
    q: single("q"),
    quiet_days: days("quiet_days"),
    created_from: date("created_from"),
    created_to: date("created_to"),
    sort: VERIFICATION_SORTS.find((entry) => entry === sort) ?? EMPTY_FILTER.sort,
  };
  if (sort !== null && sort !== filter.sort) ignore("sort", "unknown_value", null);
  return { filter, ignored };
}

/**
 * The parameters of a filter, defaults left out, in a fixed order so that equal filters have one address. What holds text
 * shaped like a CURP is left out too: nobody's identifier gets into an address from here.
 */
export function writeVerificationFilter(filter: VerificationFilter): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const name of ["status", "documents_status", "severity", "label", "account", "item_error"] as const) {
    const values = filter[name];
    if (holdsCurp(values.join(","))) continue;
    for (const value of values) parameters.append(name, value);
    // A value with a comma that stands alone would be read as a list: a second, empty parameter keeps it whole.
    if (values.length === 1 && values[0]?.includes(",")) parameters.append(name, "");
  }
  if (filter.has_item_error) parameters.set("has_item_error", "true");
  if (filter.quiet_days !== null) parameters.set("quiet_days", String(filter.quiet_days));
  for (const name of ["tag", "q", "created_from", "created_to"] as const) {
    const value = filter[name];
    if (value !== null && !holdsCurp(value)) parameters.set(name, value);
  }
  if (filter.sort !== EMPTY_FILTER.sort) parameters.set("sort", filter.sort);
  return parameters;
}
