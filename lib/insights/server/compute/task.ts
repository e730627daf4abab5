import { type BatchPauses, runBatches } from "#lib/core/server/inbox/priority/run-batches.ts";
import type { PeriodicTask } from "#lib/platform/server/base/periodic-task.ts";
import { LOCKS, tryLock } from "#lib/platform/server/db/advisory-lock.ts";
import { type Client, database, type Pooled } from "#lib/platform/server/db/database.ts";
import { type InsightFacts, readInsightFacts, readPolicies } from "./facts.ts";
import { isDecision, reviewRows } from "./review-rows.ts";
import { factRows, type Texts } from "./rows.ts";
import { type InsightRows, writeRows } from "./write.ts";

/** Few files, since their deliveries and their users' steps wait for the batch. */
const BATCH_SIZE = 50;

const CLAIM = `
  WITH claimed AS MATERIALIZED (
    SELECT verification_id FROM insight_due ORDER BY since LIMIT $1 FOR UPDATE SKIP LOCKED
  )
  DELETE FROM insight_due USING claimed WHERE insight_due.verification_id = claimed.verification_id
  RETURNING insight_due.verification_id`;

/** Rows are looked up by verification, through indexes, as when facts are written. */
const SETTINGS = "SELECT set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)";

const IS_LATE = "SELECT EXISTS (SELECT FROM insight_due WHERE since < now() - make_interval(secs => $1)) AS late";

const isLate = async (client: Client, afterMs: number): Promise<boolean> =>
  (await client.query<{ late: boolean }>(IS_LATE, [afterMs / 1_000])).rows[0]?.late ?? false;

type Options = BatchPauses & { batch?: number };

/**
 * Computes the rows of the files that are due, batch after batch, and returns the number of files. Any number of workers may
 * run it: one computes at a time, and a kill at any point leaves a batch due.
 */
export async function computeInsights(
  connection: Pooled = database(),
  { batch: size = BATCH_SIZE, ...giveWay }: Options = {},
): Promise<number> {
  let total = 0;
  const batch = async (tx: Client) => {
    const done = await computeBatch(tx, size);
    total += done;
    return done === size;
  };
  await runBatches(connection, { batch, isLate }, giveWay);
  return total;
}

/** Computes one batch in the caller's transaction; returns the number of its files. */
export async function computeBatch(tx: Client, size = BATCH_SIZE): Promise<number> {
  // Locked before any row, as by an erasure.
  await tx.query("LOCK TABLE inbox IN ROW SHARE MODE");
  if (!(await tryLock(tx, LOCKS.insights, "advisory_xact_lock"))) return 0;
  const { rows } = await tx.query<{ verification_id: string }>(CLAIM, [size]);
  if (rows.length === 0) return 0;
  await tx.query(SETTINGS);
  const ids = rows.map(({ verification_id }) => verification_id);
  const facts = await readInsightFacts(tx, ids);
  const texts: Texts = new Map();
  await writeRows(tx, ids, await compute(tx, facts, texts), texts);
  return ids.length;
}

async function compute(tx: Client, facts: Map<string, InsightFacts>, texts: Texts): Promise<Map<string, InsightRows>> {
  const decisions = [...facts.values()].flatMap(({ log }) => log.filter(isDecision));
  const policies = await readPolicies(tx, new Set(decisions.map(({ policy_version }) => policy_version)));
  return new Map(
    [...facts].map(([id, own]) => [id, { ...factRows(own, texts), insight_reviews: reviewRows(own.log, policies) }]),
  );
}

export const insightTasks = (connection: Pooled): PeriodicTask[] => [
  {
    name: "rows of insights",
    everyMs: 1_000,
    due: "SELECT min(since) FROM insight_due",
    run: (signal) => computeInsights(connection, { signal }),
  },
];
