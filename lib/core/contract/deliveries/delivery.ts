import { RETRY_SECONDS } from "#lib/core/contract/deliveries/retries.ts";
import type { UnrecognizedReason } from "#lib/core/contract/events/event.ts";
import type { ReceiverState } from "#lib/core/contract/status.ts";
import type { DeliveryEntry, EventStatement } from "#lib/core/contract/verifications/activity.ts";
import type { UnresolvedFile } from "#lib/core/contract/verifications/named-file.ts";
import type { ListCount } from "#lib/platform/contract/pages.ts";
import type { Instant } from "#lib/platform/contract/time.ts";

/** The outcome of a delivery (design §4, Inbox). */
export const DELIVERY_STATES = ["pending", "applied", "unrecognized", "failed"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** A row of the event explorer. Times are ISO 8601 UTC; null is 'not known', never 'none'. */
export type DeliverySummary = Pick<
  DeliveryEntry,
  "delivery_id" | "received_at" | "signed_at" | "event_name" | "state" | "late" | "copies" | "last_error"
> & {
  /** When its event happened, as the event says; null for events without a time of their own. */
  event_at: Instant | null;
  /** The event's text if it is no ISO 8601 time, empty without one. */
  event_at_text: string | null;
  verification_id: string | null;
  /** The verification's current tag. */
  tag: string | null;
};

/** Whether the delivery was set aside because it exceeds the bounds (`lib/platform/contract/bounds.ts`). */
export const isTooLarge = ({ state, last_error }: Pick<DeliverySummary, "state" | "last_error">): boolean =>
  state === "unrecognized" && last_error?.startsWith(`${"too_large" satisfies UnrecognizedReason}: `) === true;

export type DeliveryList = {
  items: DeliverySummary[];
  next_cursor: string | null;
  /** Exact to 10,000. */
  total: ListCount;
  /** Why the id of the filter finds nothing: nothing here has it, or several files have it as their tag. */
  unresolved: UnresolvedFile["state"] | null;
};

/** A fact of a delivery, and whether it is current or superseded. */
export type DeliveryEffect = {
  statement: EventStatement;
  at: Instant | null;
  standing: "current" | "overtaken" | "unknown";
};

/** `GET /api/deliveries/{id}`. */
export type DeliveryDetail = DeliverySummary & {
  /** The matching `v1`, lowercase hex: it identifies copies. */
  signature: string;
  receiver_id: string;
  /** Number of attempts to apply the delivery, and time of the next one. */
  attempts: number;
  next_attempt_at: Instant | null;
  /** Bytes of the body; null after the retention. */
  size: number | null;
  /** The raw body as text, its own key order kept. Null when it is not UTF-8, or kept no longer. */
  payload: string | null;
  /** The delivery's facts, the subject first; empty unless it is applied. */
  effects: DeliveryEffect[];
};

/**
 * Number of deliveries that a retry of all matches would retry (`GET`), or has retried (`POST /api/deliveries/retry`).
 */
export type RetryCount = { count: number };

export const REFUSAL_REASONS = [
  "no_header",
  "bad_header",
  "no_match",
  "too_old",
  "too_new",
  "too_large",
  "unknown_receiver",
  "wrong_method",
  "malformed",
] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/** Equal refusals, as the receiver's ledger counts them (design §4, Receiver): without bodies, since anyone can send them. */
export type Refusal = {
  refusal_id: number;
  at: Instant;
  reason: string;
  receiver_id: string | null;
  size: number | null;
  /** SHA-256 of the body, hex. */
  body_hash: string | null;
  /** Seconds by which `t` lay behind the receiver's clock; negative when ahead. */
  skew_seconds: number | null;
  source_address: string | null;
  count: number;
};

/** The `t` of its signature, in Unix seconds; null without one. */
export const signedSecond = ({ at, skew_seconds }: Pick<Refusal, "at" | "skew_seconds">): number | null =>
  skew_seconds === null ? null : Math.floor(Date.parse(at) / 1000) - skew_seconds;

export type RefusalList = {
  items: Refusal[];
  next_cursor: string | null;
  /** Number of refusals by reason, within the retention. */
  counts: { reason: string; count: number }[];
};

/** The largest body of a delivery (design §4, Receiver), and so of a signature check. */
export const MAX_CHECKED_BYTES = 1024 * 1024;

/** The state of the dashboard's webhook secret that made a signature; null if none of the `tried` secrets did. */
export type SignatureCheck = { match: "current" | "previous" | "candidate" | "retired" | null; tried: number };

/** The fields of `GET /api/receiver` that the checklist uses. */
export type ReceiverCheck = Pick<ReceiverState, "url" | "problems" | "missing_events" | "last_delivery_at">;

/** Times of the retries of a delivery that first failed at `failedMs`; the service gives up after the last. */
export function retryTimes(failedMs: number): number[] {
  let at = failedMs;
  return RETRY_SECONDS.map((seconds) => {
    at += seconds * 1000;
    return at;
  });
}
