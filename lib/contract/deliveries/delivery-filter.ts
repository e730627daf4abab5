import { holdsCurp } from "#lib/contract/curp-shape.ts";
import { type IgnoredParameter, type Parameters, readParameters } from "#lib/contract/url-parameters.ts";
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

/** Reads the filter from URL parameters; lists are repeated parameters, or one with commas, or both. */
export function readDeliveryFilter(parameters: Parameters): { filter: DeliveryFilter; ignored: IgnoredParameter[] } {
  const { ignored, words, known, single, date } = readParameters(parameters);
  const filter = {
    id: single("id"),
    event: words("event"),
    outcome: known("outcome", DELIVERY_STATES),
    mark: known("mark", DELIVERY_MARKS),
    from: date("from"),
    to: date("to"),
  };
  return { filter, ignored };
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
