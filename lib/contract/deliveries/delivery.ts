import type { UnrecognizedReason } from "#lib/contract/events/event.ts";
import type { Counted } from "#lib/contract/pages.ts";
import type { Instant } from "#lib/contract/time.ts";
import type { EventStatement } from "#lib/contract/verifications/activity.ts";

/** The outcome of a delivery (design §4, Inbox). */
export const DELIVERY_STATES = ["pending", "applied", "unrecognized", "failed"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** A row of the event explorer. Times are ISO 8601 UTC; null is 'not known', never 'none'. */
export type DeliverySummary = {
  delivery_id: number;
  received_at: Instant;
  /** The `t` of its signature. A retry may carry that of the first attempt (design §1). */
  signed_at: Instant;
  /** When its event happened, as the event says; null for events without a time of their own. */
  event_at: Instant | null;
  /** The event's time as written where it is no ISO 8601 time, empty where there is none. */
  event_at_text: string | null;
  event_name: string | null;
  verification_id: string | null;
  /** The verification's tag, as it is known now. */
  tag: string | null;
  state: DeliveryState;
  /** Signed more than five minutes before it came in. */
  late: boolean;
  /** How often it was received; one for most. */
  copies: number;
  /** Why it is `unrecognized` or `failed`, without values from the body. */
  last_error: string | null;
};

/** Whether it was set aside because it holds more than is read of one (`lib/contract/bounds.ts`). */
export const isTooLarge = ({ state, last_error }: Pick<DeliverySummary, "state" | "last_error">): boolean =>
  state === "unrecognized" && last_error?.startsWith(`${"too_large" satisfies UnrecognizedReason}: `) === true;

export type DeliveryList = {
  items: DeliverySummary[];
  next_cursor: string | null;
  /** Exact to 10,000. */
  total: Counted;
};

/** A statement of a delivery, and whether the dashboard shows it now or a later one has overtaken it. */
export type DeliveryEffect = {
  statement: EventStatement;
  at: Instant | null;
  standing: "current" | "overtaken" | "unknown";
};

/** One delivery (`GET /api/deliveries/{id}`). */
export type DeliveryDetail = DeliverySummary & {
  /** The `v1` that matched, lowercase hex: what copies are known by. */
  signature: string;
  receiver_id: string;
  /** How often it was tried to apply it, and when it is tried again. */
  attempts: number;
  next_attempt_at: Instant | null;
  /** Bytes of the body; null when it is kept no longer. */
  size: number | null;
  /** The raw body as text, its own key order kept. Null when it is not UTF-8, or kept no longer. */
  payload: string | null;
  /** The delivery's statements, the subject first; empty unless it is applied. */
  effects: DeliveryEffect[];
};

/** The number of deliveries that a retry of all that match would retry (`GET`), or has (`POST /api/deliveries/retry`). */
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

/** Refusals alike, as the receiver's ledger counts them (design §4, Receiver): never a body, anyone can send one. */
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

/** The `t` that its signature stated, in Unix seconds; null where it stated none. */
export const signedSecond = ({ at, skew_seconds }: Pick<Refusal, "at" | "skew_seconds">): number | null =>
  skew_seconds === null ? null : Math.floor(Date.parse(at) / 1000) - skew_seconds;

export type RefusalList = {
  items: Refusal[];
  next_cursor: string | null;
  /** How many there were by reason, in what the ledger keeps. */
  counts: { reason: string; count: number }[];
};

/** The largest body that a delivery may have (design §4, Receiver), and so the largest whose signature is looked at. */
export const MAX_CHECKED_BYTES = 1024 * 1024;

/** Which of the dashboard's own webhook secrets signed something: how it is kept, null for none of those tried. */
export type SignatureCheck = { match: "current" | "previous" | "candidate" | "retired" | null; tried: number };

/** The fields of `GET /api/receiver` that the checklist uses. */
export type ReceiverCheck = {
  url: string | null;
  problems: string[];
  missing_events: string[];
  last_delivery_at: Instant | null;
};

/** Where deliveries come from (interface, Webhook signature): what a firewall has to let in. */
export const SOURCE_ADDRESSES: readonly string[] = ["35.170.236.123", "54.162.134.233"];

/** Seconds to wait before each retry (interface, Limits: retry schedule). */
const RETRY_WAITS: readonly number[] = [30, 60, 120, 240, 480];

/** When a delivery that failed at `failedMs` for the first time is tried again; after the last one it is given up. */
export function retryTimes(failedMs: number): number[] {
  let at = failedMs;
  return RETRY_WAITS.map((seconds) => {
    at += seconds * 1000;
    return at;
  });
}
