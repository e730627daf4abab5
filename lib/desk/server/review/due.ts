import { setImmediate as nextTurn } from "node:timers/promises";
import { isInboxBehind } from "#lib/core/server/inbox/priority/inbox-behind.ts";
import { queueReviews } from "#lib/core/server/projections/queue-reviews.ts";
import type { PeriodicTask } from "#lib/platform/server/base/periodic-task.ts";
import { type Client, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import { holdReview, writeReview } from "./evaluate.ts";
import { prepareFacts } from "./facts.ts";
import { announceReview } from "./log.ts";

const CLAIM = `
  SELECT verification_id FROM review_due WHERE due_at <= now() ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED`;

/** Number of evaluations per round while deliveries wait: deliveries have priority, but reviews must not stop. */
const MAX_WHILE_BEHIND = 5;

/**
 * Evaluates the due reviews, each in a transaction, until none is left or deliveries wait. Safe in any number of
 * workers. Returns the number of evaluations.
 */
export async function evaluateDue({ pool }: Pooled, signal: AbortSignal): Promise<number> {
  await prepareFacts({ pool });
  let done = 0;
  while (!signal.aborted && (await inTransaction(pool, evaluateNext))) {
    done += 1;
    if (done >= MAX_WHILE_BEHIND && (await isInboxBehind(pool))) break;
    await nextTurn();
  }
  return done;
}

/** False when none is due. */
async function evaluateNext(tx: Client): Promise<boolean> {
  // Locked before any row, in the same order as erasing does.
  await tx.query("LOCK TABLE inbox IN ROW SHARE MODE");
  const { rows } = await tx.query<{ verification_id: string }>(CLAIM);
  const [due] = rows;
  if (!due) return false;
  const held = await holdReview(tx, due.verification_id);
  if (held) await writeReview(tx, held);
  else await tx.query("DELETE FROM review_due WHERE verification_id = $1", [due.verification_id]);
  await announceReview(tx, due.verification_id);
  return true;
}

/** Few enough to delay no delivery to these verifications. */
const BATCH = 500;

const SWEEP = `
  SELECT newest.version, CASE WHEN sweep.policy_version = newest.version THEN sweep.swept_to ELSE '' END AS swept_to
  FROM (SELECT max(version) AS version FROM review_policies) AS newest LEFT JOIN review_sweep AS sweep ON true`;
const IDS = `
  SELECT verification_id FROM verification_summaries WHERE verification_id > $1 ORDER BY verification_id LIMIT ${BATCH}`;
const ADVANCE = `
  INSERT INTO review_sweep (policy_version, swept_to) VALUES ($1, $2)
  ON CONFLICT (singleton) DO UPDATE SET policy_version = $1, swept_to = $2`;

/** Queues every verification after a change of policy, by id. It stores its progress and continues after a crash. */
export async function queueForPolicy({ pool }: Pooled, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await inTransaction(pool, queueBatch))) await nextTurn();
}

/** False if all are queued. */
async function queueBatch(tx: Client): Promise<boolean> {
  await tx.query("LOCK TABLE inbox IN ROW SHARE MODE");
  const { rows: sweeps } = await tx.query<{ version: number | null; swept_to: string | null }>(SWEEP);
  const [sweep] = sweeps;
  if (!sweep || sweep.version === null || sweep.swept_to === null) return false;
  const { rows } = await tx.query<{ verification_id: string }>(IDS, [sweep.swept_to]);
  const ids = rows.map(({ verification_id }) => verification_id);
  await queueReviews(tx, ids);
  await tx.query(ADVANCE, [sweep.version, ids.at(-1) ?? null]);
  return ids.length > 0;
}

/** The worker's periodic tasks for reviews. Each is safe in any number of workers. */
export const reviewTasks = (connection: Pooled): PeriodicTask[] => [
  {
    name: "reviews of a new policy",
    everyMs: 1_000,
    due: `SELECT '-infinity'::timestamptz FROM (${SWEEP}) AS sweep WHERE version IS NOT NULL AND swept_to IS NOT NULL`,
    run: (signal) => queueForPolicy(connection, signal),
  },
  {
    name: "reviews that are due",
    everyMs: 500,
    due: "SELECT min(due_at) FROM review_due",
    run: async (signal) => {
      await evaluateDue(connection, signal);
    },
  },
];
