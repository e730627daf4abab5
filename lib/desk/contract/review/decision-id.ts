import { z } from "zod";
import { RESOLUTIONS } from "#lib/core/contract/verifications/review-codes.ts";
import type { DECISION_EVENTS } from "#lib/outbound/contract/channels/channel-events.ts";
import { type Instant, instantFromMs, instantToMs } from "#lib/platform/contract/time.ts";

export type DecisionEventKind = (typeof DECISION_EVENTS)[number];

/** The payload of a decision event. Without personal data. */
export const decisionEventPayload = z.strictObject({
  verification_id: z.string(),
  verification_tag: z.string().nullable(),
  decision_id: z.string(),
  resolution: z.enum(RESOLUTIONS),
  reason_code: z.string().nullable(),
  /** What the file was accepted in spite of, an open list; absent in messages queued before this field existed. */
  exceptions: z.array(z.string()).optional(),
  /** Time of the author's step; an approval comes later. */
  decided_at: z.string(),
  /** Version of the review when the event was queued. */
  review_version: z.string(),
  /** SHA-256 of the basis of the decision, lowercase hex. */
  basis_digest: z.string(),
  policy_version: z.int(),
  /** Microseconds since 1970. It rises with each event of a verification. */
  sequence: z.int(),
});
export type DecisionEventPayload = z.output<typeof decisionEventPayload>;

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
