import { type Instant, instantFromMs, instantToMs } from "#lib/platform/contract/time.ts";

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
