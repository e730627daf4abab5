import { hash } from "node:crypto";
import { notifyChanged } from "#lib/core/server/live/notify.ts";
import { basisOf } from "#lib/desk/contract/review/basis.ts";
import { datesOfFile } from "#lib/desk/contract/review/dates.ts";
import { evaluate } from "#lib/desk/contract/review/evaluate.ts";
import type { Basis, Evaluation, ReviewFacts, ReviewPolicy } from "#lib/desk/contract/review/facts.ts";
import { applyEvaluation, type Entry, type StoredReview } from "#lib/desk/contract/review/transitions.ts";
import { rolesWith } from "#lib/platform/contract/permissions.ts";
import { canonicalJson } from "#lib/platform/contract/text.ts";
import { addMs, type Instant } from "#lib/platform/contract/time.ts";
import type { Client } from "#lib/platform/server/db/database.ts";
import { writeFileDates } from "#lib/statements/server/dates.ts";
import { readFacts } from "./facts.ts";
import { type Actor, type LogEntry, PLAIN_ENTRY, writeLog } from "./log.ts";
import { readPolicy } from "./policy.ts";
import { type ReadReview, readStored, rowOf, writeStored } from "./stored.ts";

/** A review locked by this transaction, with the current facts. */
export type HeldReview = ReadReview & {
  verification_id: string;
  facts: ReviewFacts;
  basis: Basis;
  /** Digest of the facts for a decision, without irrelevant labels. */
  digest: string;
  policy: ReviewPolicy;
  now: Instant;
  /** Whether received deliveries are not applied yet (also during a rebuild): the rules wait for them. */
  incomplete: boolean;
  /** New log entries, the oldest first. */
  log: LogEntry[];
  evaluation: Evaluation;
  /** Time of the next evaluation by the rules; null: at the next fact. */
  look_at: Instant | null;
};

const LOCK = `
  INSERT INTO review_due AS due (verification_id, due_at) VALUES ($1, 'infinity')
  ON CONFLICT (verification_id) DO UPDATE SET due_at = due.due_at`;

const NOW_AND_PENDING = `
  SELECT clock_timestamp() AS now, EXISTS (
    SELECT FROM inbox WHERE verification_id = $1 AND state = 'pending' AND attempts = 0
  ) AS incomplete`;

/** SHA-256 of a basis, lowercase hex. */
const digestOf = (basis: Basis): string => hash("sha256", canonicalJson(basis));

/** The digest behind a review's version: the whole basis without unwatched labels. */
export function digestOfFacts(facts: ReviewFacts, { watched_labels }: ReviewPolicy): string {
  const basis = basisOf(facts);
  return digestOf({ ...basis, labels: basis.labels.filter((label) => watched_labels.includes(label)) });
}

/**
 * Locks a review for the rest of the transaction and evaluates it on the current facts; null for an unknown
 * verification. The lock blocks deliveries about the verification, so the facts stay the same.
 */
export async function holdReview(tx: Client, verification_id: string): Promise<HeldReview | null> {
  // The same lock as in workers: excludes erasing between the search for a row and its lock.
  await tx.query("LOCK TABLE inbox IN ROW SHARE MODE");
  await tx.query(LOCK, [verification_id]);
  const stored = await readStored(tx, verification_id);
  const [moment] = (await tx.query<{ now: Instant; incomplete: boolean }>(NOW_AND_PENDING, [verification_id])).rows;
  const facts = await readFacts(tx, verification_id);
  if (!facts || !moment) return null;
  const policy = await readPolicy(tx);
  const { now, incomplete } = moment;
  const held: HeldReview = {
    ...stored,
    verification_id,
    facts,
    basis: basisOf(facts),
    digest: digestOfFacts(facts, policy),
    policy,
    now,
    incomplete,
    log: [],
    evaluation: evaluate(facts, stored.review, policy, now),
    look_at: incomplete ? addMs(now, INCOMPLETE_RETRY_MS) : null,
  };
  if (!incomplete) await applyRules(tx, held);
  return held;
}

/** Delay of the next evaluation while deliveries wait to be applied. */
const INCOMPLETE_RETRY_MS = 1_000;
/** Delay of the next evaluation during an outage, when no file counts as stalled, or after a requested read. */
const OUTAGE_RETRY_MS = 10 * 60_000;
/** Bound of the loop in `applyRules`: a withdrawn or returned review is evaluated again. */
const MAX_ROUNDS = 4;

/** Applies the rules to a review until they give no further entry. */
export async function applyRules(tx: Client, held: HeldReview): Promise<void> {
  const { facts, policy, now } = held;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const before = held.review;
    held.evaluation = evaluate(facts, before, policy, now);
    const { review, entry, look_at } = applyEvaluation(before, held.evaluation, policy, now);
    held.review = await clearGoneAssignee(tx, before, review);
    held.look_at = look_at;
    if (!entry) break;
    addEntry(held, entry, null);
  }
  const { reading_due } = held.evaluation;
  if (reading_due !== null && reading_due <= now) await tx.query(REQUEST_READING, [held.verification_id]);
  const again =
    facts.deaf_since !== null || reading_due !== null ? later(reading_due, addMs(now, OUTAGE_RETRY_MS)) : null;
  held.look_at = sooner(held.look_at, again);
}

const sooner = (a: Instant | null, b: Instant | null): Instant | null => (a === null ? b : b === null || a < b ? a : b);
const later = (a: Instant | null, b: Instant): Instant => (a !== null && a > b ? a : b);

/** Only an account that may decide can be the assignee. */
export async function isAssignable(tx: Client, user_id: string): Promise<boolean> {
  const { rowCount } = await tx.query("SELECT FROM users WHERE id = $1 AND disabled_at IS NULL AND role = ANY($2)", [
    user_id,
    rolesWith("reviews.decide"),
  ]);
  return Boolean(rowCount);
}

/** Clears a new assignee whose account was deleted or disabled, or may decide no longer. */
export async function clearGoneAssignee(tx: Client, before: StoredReview, review: StoredReview): Promise<StoredReview> {
  const { assignee } = review;
  if (assignee === null || assignee === before.assignee) return review;
  return (await isAssignable(tx, assignee)) ? review : { ...review, assignee: null };
}

/** Requests a read for a reason that depends on it; the answer arrives through the inbox. */
const REQUEST_READING = `
  INSERT INTO refresh_requests (verification_id, subject, reason, due_at) VALUES ($1, 'verification', 'review', now())
  ON CONFLICT DO NOTHING`;

export const DECIDES: ReadonlySet<Entry["kind"]> = new Set(["decided", "submitted", "approved", "ratified"]);

/** Adds a log entry with the current state of the review; `actor` is null for the rules. */
export function addEntry(held: HeldReview, entry: Entry, actor: Actor | null, more: Partial<LogEntry> = {}): void {
  const { review } = held;
  const made = DECIDES.has(entry.kind) ? (review.submitted ?? review.decision) : null;
  const basis = made?.basis ?? null;
  held.log.push({
    ...PLAIN_ENTRY,
    ...entry,
    actor,
    state: review.state,
    resolution: review.resolution,
    assignee: review.assignee,
    follow_up_on: review.state === "waiting" ? (review.wait?.follow_up_on ?? null) : null,
    review_on: made?.review_on ?? null,
    exceptions: made?.exceptions ?? null,
    basis,
    digest: basis && digestOf(basis),
    ...more,
  });
}

/** Writes the new state of a review, and the time of its next evaluation. */
export async function writeReview(tx: Client, held: HeldReview): Promise<void> {
  const { verification_id, row, review, policy, now, log, look_at } = held;
  const next = rowOf(held, review, held);
  await writeStored(tx, verification_id, row, next);
  const dates = datesOfFile(held.facts, policy, review.decision);
  if (await writeFileDates(tx, { verification_id, ...dates }, policy)) {
    await notifyChanged(tx, new Map([[verification_id, new Set(["review" as const])]]));
  }
  await writeLog(tx, log, { verification_id, at: now, policy_version: policy.version });
  held.row = row === null && next.state === null ? null : next;
  held.log = [];
  if (look_at === null) await tx.query("DELETE FROM review_due WHERE verification_id = $1", [verification_id]);
  else await tx.query("UPDATE review_due SET due_at = $2 WHERE verification_id = $1", [verification_id, look_at]);
}
