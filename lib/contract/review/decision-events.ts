import type { DECISION_EVENTS } from "#lib/contract/channels/channel-events.ts";
import { type Instant, instantFromMs, instantToMs } from "#lib/contract/time.ts";
import type { Resolution } from "#lib/contract/verifications/review.ts";

export type DecisionEventKind = (typeof DECISION_EVENTS)[number];

/** The payload of a decision event. Without personal data. */
export type DecisionEventPayload = {
  verification_id: string;
  verification_tag: string | null;
  decision_id: string;
  resolution: Resolution;
  reason_code: string | null;
  /** Time of the author's step; an approval comes later. */
  decided_at: Instant;
  /** Version of the review when the event was queued. */
  review_version: string;
  /** SHA-256 of the basis of the decision, lowercase hex. */
  basis_digest: string;
  policy_version: number;
  /** Microseconds since 1970. It rises with each event of a verification. */
  sequence: number;
};

const MS = 1_000;

/** Microseconds since 1970. */
export const microsecondsOf = (at: Instant): number => instantToMs(at) * MS + Number(at.slice(23, 26));

const instantFromMicroseconds = (microseconds: number): Instant => {
  const whole = instantFromMs(Math.floor(microseconds / MS));
  return `${whole.slice(0, 23)}${String(microseconds % MS).padStart(3, "0")}Z`;
};

/** The log entry of the step that made a decision. */
export type DecidingEntry = { entry_id: number; at: Instant };

/**
 * The id of a decision: the log entry of its author's step, and the time of the entry, since entries after a restore may
 * have the ids of lost ones.
 */
export const decisionIdOf = ({ entry_id, at }: DecidingEntry): string => `dec_${entry_id}_${microsecondsOf(at)}`;

const DECISION_ID = /^dec_([1-9]\d{0,14})_([1-9]\d{0,15})$/;

/** Null for any other text. */
export function parseDecisionId(text: string): DecidingEntry | null {
  const [, entry, microseconds] = DECISION_ID.exec(text) ?? [];
  if (!entry || !microseconds || !Number.isSafeInteger(Number(microseconds))) return null;
  return { entry_id: Number(entry), at: instantFromMicroseconds(Number(microseconds)) };
}
