import { defineFilter, moment, someOf, text, words } from "#lib/contract/url-parameters.ts";
import { DELIVERY_STATES, type DeliveryState } from "./delivery.ts";

export const DELIVERY_MARKS = ["late", "copied"] as const;
export type DeliveryMark = (typeof DELIVERY_MARKS)[number];

/** The filter of the event explorer, the same in the page's address and in `GET /api/deliveries` (design §9). */
export type DeliveryFilter = {
  /** The whole id of a delivery or of a verification, or a signature. */
  id: string | null;
  event: string[];
  outcome: DeliveryState[];
  /** Late, received more than once, or, with both, both. */
  mark: DeliveryMark[];
  /** Time of the receipt: inclusive, `YYYY-MM-DD` in UTC or an instant. */
  from: string | null;
  /** Exclusive when an instant, inclusive when a day. */
  to: string | null;
};

export const DELIVERY_FILTER = defineFilter<DeliveryFilter>({
  event: words(),
  outcome: someOf(DELIVERY_STATES),
  mark: someOf(DELIVERY_MARKS),
  id: text(),
  from: moment,
  to: moment,
});
