import type { ListCount } from "#lib/platform/contract/pages.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import type { DeliveryState } from "./delivery.ts";

/** Outcomes that an admin has to know of: the delivery has changed nothing yet. */
export type OpenOutcome = Exclude<DeliveryState, "applied">;

/** `GET /api/overview/deliveries`: deliveries of the last 24 hours, and those that are not applied. */
export type RecentDeliveries = {
  /** Whole hours in their order; the last one has not ended. */
  hours: { from: Instant; count: ListCount }[];
  total: ListCount;
  /** Refusals within these hours. */
  refused: number;
  /** At any time; each equals the total of the list with this outcome. */
  outcomes: Record<OpenOutcome, ListCount>;
};
