import { holdsCurp } from "./curp-shape.ts";
import { SEVERITIES, type Severity } from "./severity.ts";

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
  /** A part of the id, the tag or the account's name, in any case; of fewer than three characters, their beginning. */
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

/** A parameter that could not be read: it is left out of the filter and named on the page, never silently obeyed. */
export type IgnoredParameter = {
  name: string;
  /** `personal_data`: shaped like a CURP, which may stand in no address (design §9). */
  reason: "unknown_value" | "too_long" | "too_many" | "not_a_date" | "not_a_number" | "repeated" | "personal_data";
};

type Parameters = { get(name: string): string | null; getAll(name: string): string[] };

const MAX_VALUES = 20;
const MAX_LENGTH = 200;
const MAX_QUIET_DAYS = 3650;
const DATE = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?Z)?$/;

/**
 * Reads the filter from URL parameters, each on its own: one that is malformed is ignored with its name and reason, and
 * the others hold. Lists are repeated parameters (`status=pending&status=error`) or one that is comma-separated.
 */
export function readVerificationFilter(parameters: Parameters): {
  filter: VerificationFilter;
  ignored: IgnoredParameter[];
} {
  const ignored: IgnoredParameter[] = [];
  const list = (name: string): string[] => {
    const given = parameters.getAll(name);
    if (holdsCurp(given.join(","))) return ignore(name, "personal_data", []);
    const values = (given.length === 1 ? (given[0] ?? "").split(",") : given).filter((value) => value !== "");
    if (values.some((value) => value.length > MAX_LENGTH)) return ignore(name, "too_long", []);
    if (values.length > MAX_VALUES) return ignore(name, "too_many", []);
    return [...new Set(values)];
  };
  const single = (name: string): string | null => {
    const [value, ...more] = parameters.getAll(name);
    if (holdsCurp([value, ...more].join(" "))) return ignore(name, "personal_data", null);
    if (more.length > 0) return ignore(name, "repeated", null);
    const trimmed = value?.replaceAll("\u0000", "").trim() ?? "";
    if (trimmed.length > MAX_LENGTH) return ignore(name, "too_long", null);
    return trimmed === "" ? null : trimmed;
  };
  const known = <T extends string>(name: string, allowed: readonly T[]): T[] => {
    const values = list(name);
    const good = values.filter((value): value is T => allowed.some((entry) => entry === value));
    if (good.length < values.length) ignore(name, "unknown_value", null);
    return good;
  };
  const date = (name: string): string | null => {
    const value = single(name);
    if (value === null || (DATE.test(value) && isRealDate(value))) return value;
    return ignore(name, "not_a_date", null);
  };
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
  function ignore<T>(name: string, reason: IgnoredParameter["reason"], instead: T): T {
    ignored.push({ name, reason });
    return instead;
  }
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

/** February 30 rolls over in JavaScript; a date is real when it comes back unchanged. */
function isRealDate(value: string): boolean {
  const parsed = new Date(value);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(value.slice(0, 10));
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
