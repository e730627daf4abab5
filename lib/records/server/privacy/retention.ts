import { setImmediate as nextTurn } from "node:timers/promises";
import { expireConsent } from "#lib/access/server/consent.ts";
import type { SnapshotSubject } from "#lib/core/contract/events/snapshot.ts";
import { reconcileErasureLog } from "#lib/core/server/erasure-log/erasure-log.ts";
import { deleteUnneededBodies } from "#lib/core/server/inbox/store-snapshot.ts";
import { moveToFirstMaster } from "#lib/core/server/vault/vault.ts";
import type { DeletedKind } from "#lib/desk/contract/custody/custody.ts";
import { DRAFT_DAYS } from "#lib/desk/contract/drafts/draft.ts";
import { lockCustody } from "#lib/desk/server/custody/lock.ts";
import { readCustodyPolicy } from "#lib/desk/server/custody/policy.ts";
import { beginRun, type RetentionDays, recordRun, saveRun } from "#lib/desk/server/custody/retention-runs.ts";
import { readPolicy } from "#lib/desk/server/review/policy.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import { type Env, env } from "#lib/platform/server/base/env.ts";
import type { Log } from "#lib/platform/server/base/log.ts";
import type { PeriodicTask } from "#lib/platform/server/base/periodic-task.ts";
import { type Client, type Database, database, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import { eraseEnded } from "./erase-ended.ts";
import { forgetOldestAudit } from "./forget-audit.ts";
import { BATCH, forgetPayloads, forgetPeople } from "./forget-payloads.ts";

/**
 * The counts of deleted rows; `people` counts verifications whose people were deleted, `decisions` those of erased
 * files, and `blocked_files` files whose period has ended.
 */
type Deletions = Record<DeletedKind, number>;

const noDeletions = (): Deletions => ({
  ...{ deliveries: 0, readings: 0, people_readings: 0, people: 0 },
  ...{ refusals: 0, audit: 0, decisions: 0, drafts: 0, blocked_files: 0 },
});

type Policy = RetentionDays & Pick<Env, "keepsDecided">;

/** Number of checked and of deleted rows in a batch. */
type Batch = { looked: number; went: number };

/**
 * Deletes data beyond its retention, in short transactions that each leave everything consistent; any number of workers may
 * run it. Zero days: for ever. Rows that a hold or a period covers are kept, and checked once (`releaseKept`). `whole`:
 * also deletes leftovers of an interrupted run, by a scan of all rows. The run is recorded even if this throws.
 */
export async function retain(
  signal: AbortSignal,
  { pool }: Pooled = database(),
  policy: Policy = env(),
  whole = true,
): Promise<Deletions> {
  const went = noDeletions();
  const run = await beginRun(pool, { days: policy, kept_years: (await readPolicy(pool)).kept_years });
  try {
    await deleteExpired(signal, pool, { policy, whole, went, run });
  } finally {
    await recordRun(pool, run, went);
  }
  return went;
}

type Deleting = { policy: Policy; whole: boolean; went: Deletions; run: Awaited<ReturnType<typeof beginRun>> };

async function deleteExpired(
  signal: AbortSignal,
  pool: Database["pool"],
  { policy, whole, went, run }: Deleting,
): Promise<void> {
  const { version: policy_version } = await readCustodyPolicy(pool);
  await releaseKept(pool, signal, { keepsDecided: policy.keepsDecided, policy_version });
  const payloads = async (
    kind: "deliveries" | "readings" | "people_readings",
    subject: SnapshotSubject | null,
    days: number,
    keepsDecided: boolean,
  ): Promise<void> => {
    const before = await keptSince(pool, days);
    if (!before) return;
    const gone = await forgetPayloads(pool, signal, { subject, before, keepsDecided }, (tx, count) =>
      saveRun(tx, run, { ...went, [kind]: went[kind] + count }),
    );
    went[kind] += gone.went;
    went.people += gone.people;
  };
  /** Runs batches until one is not full. */
  const drain = async (kind: keyof Deletions | null, batch: (tx: Client) => Promise<number | Batch>): Promise<void> => {
    while (!signal.aborted) {
      const { looked, went: count } = await inTransaction(pool, async (tx) => {
        const done = await batch(tx);
        const { looked, went: count } = typeof done === "number" ? { looked: done, went: done } : done;
        if (kind && count > 0) await saveRun(tx, run, { ...went, [kind]: went[kind] + count });
        return { looked, went: count };
      });
      if (kind) went[kind] += count;
      if (looked < BATCH) return;
      await nextTurn();
    }
  };
  const { RETENTION_PAYLOADS_DAYS, RETENTION_PEOPLE_DAYS, RETENTION_REFUSALS_DAYS, RETENTION_AUDIT_DAYS } = policy;
  const { keepsDecided } = policy;
  went.blocked_files += await eraseEnded(pool, signal);
  await payloads("deliveries", null, RETENTION_PAYLOADS_DAYS, keepsDecided.payloads);
  await payloads("readings", "verification", RETENTION_PAYLOADS_DAYS, keepsDecided.payloads);
  await payloads("people_readings", "people", RETENTION_PEOPLE_DAYS, keepsDecided.people);
  if (whole) {
    await drain(null, (tx) => deleteUnneededBodies(tx, BATCH));
    await drain("people", (tx) => forgetPeople(tx));
  }
  const refusals = await keptSince(pool, RETENTION_REFUSALS_DAYS);
  if (refusals) await drain("refusals", forgetOldest("refusals", "at", refusals));
  const before = await keptSince(pool, RETENTION_AUDIT_DAYS);
  if (before)
    await drain("audit", (tx) => forgetOldestAudit(tx, { before, limit: BATCH, keepsDecided: keepsDecided.audit }));
  const years = await timeAgo(pool, run.limits.kept_years, "years");
  await drain("decisions", forgetOldest("erased_decisions", "at", years));
  await drain(null, forgetOldest("erasure_certificates", "erased_at", years));
  // Closed requests name people and prove the answers: they are kept as long as decisions of erased files.
  await drain(null, forgetOldest("arco_requests", "closed_at", years));
  await drain("drafts", forgetDrafts);
}

/** Files per transaction; each has a few dozen rows. */
const BATCH_FILES = 100;

const RELEASE = `
  WITH due AS MATERIALIZED (
    SELECT verification_id FROM custody_kept WHERE look_again_at <= now() ORDER BY look_again_at LIMIT $1
  ), released AS (
    UPDATE inbox SET kept = false WHERE kept AND verification_id IN (SELECT verification_id FROM due)
  )
  DELETE FROM custody_kept WHERE verification_id IN (SELECT verification_id FROM due)`;

/** Returns kept rows to the retention's scan, where a hold or period may have ended or the rules have changed. */
async function releaseKept(
  pool: Database["pool"],
  signal: AbortSignal,
  rules: { keepsDecided: Env["keepsDecided"]; policy_version: number },
): Promise<void> {
  await inTransaction(pool, (tx) => saveRules(tx, rules));
  for (;;) {
    const released = await inTransaction(pool, async (tx) => {
      await lockCustody(tx, "change");
      const { rowCount } = await tx.query(RELEASE, [BATCH_FILES]);
      // The audit entries of these files are checked again too.
      if (rowCount) await tx.query("DELETE FROM audit_retention");
      return rowCount ?? 0;
    });
    if (released < BATCH_FILES || signal.aborted) return;
    await nextTurn();
  }
}

const SAVE_RULES = `
  INSERT INTO custody_rules AS known (rules) VALUES ($1)
  ON CONFLICT (singleton) DO UPDATE SET rules = EXCLUDED.rules WHERE known.rules <> EXCLUDED.rules
  RETURNING xmax = 0 AS first`;

/** After a change of rules since the last run, every kept file is due. */
async function saveRules(tx: Client, rules: { keepsDecided: Env["keepsDecided"]; policy_version: number }) {
  const { rows } = await tx.query<{ first: boolean }>(SAVE_RULES, [JSON.stringify(rules)]);
  const [noted] = rows;
  if (!noted) return;
  // Before periods existed, only unset variables kept rows: under these rules nothing changes.
  if (noted.first && Object.values(rules.keepsDecided).every(Boolean) && rules.policy_version <= 1) return;
  await tx.query("UPDATE custody_kept SET look_again_at = now()");
  await tx.query("DELETE FROM audit_retention");
}

/** By the clock of the database, which wrote the compared times. */
async function timeAgo(client: Client, count: number, unit: "days" | "years"): Promise<Instant> {
  const statement = `SELECT now() - make_interval(${unit} => $1) AS since`;
  return (await client.query<{ since: Instant }>(statement, [count])).rows[0]?.since as Instant;
}

const keptSince = async (client: Client, days: number): Promise<Instant | null> =>
  days === 0 ? null : timeAgo(client, days, "days");

/** Deletes a batch of the oldest rows of a table from before a time, by its column of times. */
const forgetOldest =
  (table: string, at: string, before: Instant) =>
  async (tx: Client): Promise<number> => {
    const oldest = `SELECT id FROM ${table} WHERE ${at} < $1 ORDER BY ${at} LIMIT $2`;
    return (await tx.query(`DELETE FROM ${table} WHERE id IN (${oldest})`, [before, BATCH])).rowCount ?? 0;
  };

/** Each author has few drafts, and most end long before: one statement deletes them. */
async function forgetDrafts(tx: Client): Promise<number> {
  const { rowCount } = await tx.query("DELETE FROM drafts WHERE saved_at < now() - make_interval(days => $1)", [
    DRAFT_DAYS,
  ]);
  return rowCount ?? 0;
}

/** The retention of each kind, and whether it applies to decided files too. */
function rulesOf({ keepsDecided, ...days }: Policy): Record<string, string> {
  const durationOf = (count: number) => (count === 0 ? "for ever" : `${count} days`);
  const rule = (count: number, keeps: boolean) =>
    count === 0
      ? durationOf(0)
      : `${durationOf(count)}, ${keeps ? "of accepted and rejected files by their profile, or for ever" : "of all files that no profile covers"}`;
  return {
    payloads: rule(days.RETENTION_PAYLOADS_DAYS, keepsDecided.payloads),
    people: rule(days.RETENTION_PEOPLE_DAYS, keepsDecided.people),
    refusals: durationOf(days.RETENTION_REFUSALS_DAYS),
    audit: rule(days.RETENTION_AUDIT_DAYS, keepsDecided.audit),
  };
}

/** The worker's periodic tasks for retention and re-encryption. Each may run in any number of workers. */
export function privacyTasks(
  log: Pick<Log, "info">,
  connection: Pooled = database(),
  policy: Policy = env(),
): PeriodicTask[] {
  log.info(rulesOf(policy), "retention: the rules in force");
  let first = true;
  return [
    {
      name: "retention",
      everyMs: 3_600_000,
      run: async (signal) => {
        const went = await retain(signal, connection, policy, first);
        first = false;
        if (Object.values(went).some((count) => count > 0)) log.info(went, "retention: rows deleted");
      },
    },
    { name: "erasure log", everyMs: 60_000, run: () => reconcileErasureLog(connection) },
    {
      name: "consent requests not answered",
      everyMs: 60_000,
      due: "SELECT min(expires_at) FROM consent_requests",
      run: () => expireConsent(connection),
    },
    {
      name: "what is under an older COTEJO_SECRET",
      everyMs: 60_000,
      run: async () => {
        const moved = await moveToFirstMaster(connection);
        if (moved.secrets + moved.fingerprints > 0) {
          log.info(moved, "re-encrypted: everything is under the first COTEJO_SECRET, the others can be removed");
        }
      },
    },
  ];
}
