import { defineFilter, moment, someOf, text, words } from "#lib/platform/contract/url-parameters.ts";
import { DELIVERY_STATES } from "./delivery.ts";

export const DELIVERY_MARKS = ["late", "copied"] as const;
export type DeliveryMark = (typeof DELIVERY_MARKS)[number];

/** The filter of the event explorer, the same in the page's address and in `GET /api/deliveries` (design §9). */
export const DELIVERY_FILTER = defineFilter({
  event: words(),
  outcome: someOf(DELIVERY_STATES),
  /** Late, or received more than once; with both marks, both. */
  mark: someOf(DELIVERY_MARKS),
  /** The whole id of a delivery, a signature, or a file by id, tag or address. */
  id: text(),
  /** Time of the receipt: inclusive. */
  from: moment(),
  /** Exclusive when an instant, inclusive when a day. */
  to: moment(),
});
export type DeliveryFilter = typeof DELIVERY_FILTER.empty;

/** The parameters of the page that checks signatures: the refused delivery whose signature is checked. */
export const SIGNATURE_CHECK = defineFilter({ refusal: text((id) => /^[1-9]\d{0,14}$/.test(id)) });
