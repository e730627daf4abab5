import { holdsCurp } from "./curp-shape.ts";
import { DELIVERY_STATES, type DeliveryState } from "./delivery.ts";

export const DELIVERY_MARKS = ["late", "copied"] as const;
export type DeliveryMark = (typeof DELIVERY_MARKS)[number];

/** What the event explorer shows: the same in the page's address and in `GET /api/deliveries` (design §9). */
export type DeliveryFilter = {
  /** The whole id of a delivery or of a verification, or a signature. */
  id: string | null;
  event: string[];
  outcome: DeliveryState[];
  /** Late, received more than once, or, with both, both. */
  mark: DeliveryMark[];
  /** When it was received: inclusive, `YYYY-MM-DD` in UTC or an instant. */
  from: string | null;
  /** Exclusive when an instant, inclusive when a day. */
  to: string | null;
};

export const EMPTY_DELIVERY_FILTER: DeliveryFilter = {
  id: null,
  event: [],
  outcome: [],
  mark: [],
  from: null,
  to: null,
};

/** A parameter that could not be read: it is left out of the filter and named on the page, never silently obeyed. */
export type IgnoredParameter = {
  name: string;
  /** `personal_data`: shaped like a CURP, which may stand in no address (design §9). */
  reason: "unknown_value" | "too_long" | "too_many" | "not_a_date" | "repeated" | "personal_data";
};

type Parameters = { get(name: string): string | null; getAll(name: string): string[] };

const MAX_VALUES = 20;
const MAX_LENGTH = 200;
const DATE = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?Z)?$/;

/** Reads the filter from URL parameters, each on its own; lists are repeated parameters or one with commas. */
export function readDeliveryFilter(parameters: Parameters): { filter: DeliveryFilter; ignored: IgnoredParameter[] } {
  const ignored: IgnoredParameter[] = [];
  function ignore<T>(name: string, reason: IgnoredParameter["reason"], instead: T): T {
    ignored.push({ name, reason });
    return instead;
  }
  const list = (name: string): string[] => {
    const given = parameters.getAll(name).map((value) => value.replaceAll("\u0000", ""));
    if (holdsCurp(given.join(","))) return ignore(name, "personal_data", []);
    const values = given.flatMap((value) => value.split(",")).filter((value) => value !== "");
    if (values.some((value) => value.length > MAX_LENGTH)) return ignore(name, "too_long", []);
    if (values.length > MAX_VALUES) return ignore(name, "too_many", []);
    return [...new Set(values)];
  };
  const known = <T extends string>(name: string, allowed: readonly T[]): T[] => {
    const values = list(name);
    const good = values.filter((value): value is T => allowed.some((entry) => entry === value));
    return good.length < values.length ? ignore(name, "unknown_value", good) : good;
  };
  const single = (name: string): string | null => {
    const [value = "", ...more] = parameters.getAll(name);
    if (holdsCurp([value, ...more].join(" "))) return ignore(name, "personal_data", null);
    if (more.length > 0) return ignore(name, "repeated", null);
    const trimmed = value.replaceAll("\u0000", "").trim();
    if (trimmed.length > MAX_LENGTH) return ignore(name, "too_long", null);
    return trimmed || null;
  };
  const date = (name: string): string | null => {
    const value = single(name);
    return value === null || (DATE.test(value) && isRealDate(value)) ? value : ignore(name, "not_a_date", null);
  };
  const filter = {
    id: single("id"),
    event: list("event"),
    outcome: known("outcome", DELIVERY_STATES),
    mark: known("mark", DELIVERY_MARKS),
    from: date("from"),
    to: date("to"),
  };
  return { filter, ignored };
}

/** February 30 rolls over in JavaScript; a date is real when it comes back unchanged. */
function isRealDate(value: string): boolean {
  const parsed = new Date(value);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(value.slice(0, 10));
}

/** The parameters of a filter in a fixed order, so that equal filters have one address; nothing shaped like a CURP. */
export function writeDeliveryFilter(filter: DeliveryFilter): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const name of ["event", "outcome", "mark"] as const) {
    if (holdsCurp(filter[name].join(","))) continue;
    for (const value of filter[name]) parameters.append(name, value);
  }
  for (const name of ["id", "from", "to"] as const) {
    const value = filter[name];
    if (value !== null && !holdsCurp(value)) parameters.set(name, value);
  }
  return parameters;
}

export const narrowsDeliveries = (filter: DeliveryFilter): boolean => writeDeliveryFilter(filter).size > 0;
