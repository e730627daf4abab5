import type { Custody, DeletedKind, DeletedRows, RetentionRun } from "#lib/desk/contract/custody/custody.ts";
import { DELETED_KINDS, RUNS_SHOWN } from "#lib/desk/contract/custody/custody.ts";
import { DRAFT_DAYS } from "#lib/desk/contract/drafts/draft.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import { SYSTEM_ACTOR } from "#lib/platform/server/audit/actor.ts";
import { writeAudit } from "#lib/platform/server/audit/write.ts";
import { type Env, env } from "#lib/platform/server/base/env.ts";
import { type Client, type Database, database, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import { readCustodyPolicy } from "./policy.ts";

export type RetentionDays = Pick<Env, `RETENTION_${"PAYLOADS" | "PEOPLE" | "REFUSALS" | "AUDIT"}_DAYS`>;
/** `kept_years`: of the policy of reviews, for decisions of erased files. */
type RetentionLimits = { days: RetentionDays; kept_years: number };
type DeletionRule = Pick<DeletedRows, "older_than" | "by">;
/** `id` is null until the run has deleted something. */
type BegunRun = { id: number | null; began_at: Instant; policy_version: number; limits: RetentionLimits };

function rulesOf({ days, kept_years }: RetentionLimits): Record<DeletedKind, DeletionRule> {
  const by = (variable: keyof RetentionDays): DeletionRule => ({
    by: variable,
    older_than: { count: days[variable], unit: "days" },
  });
  return {
    deliveries: by("RETENTION_PAYLOADS_DAYS"),
    readings: by("RETENTION_PAYLOADS_DAYS"),
    people_readings: by("RETENTION_PEOPLE_DAYS"),
    people: by("RETENTION_PEOPLE_DAYS"),
    refusals: by("RETENTION_REFUSALS_DAYS"),
    audit: by("RETENTION_AUDIT_DAYS"),
    decisions: { by: "kept_years", older_than: { count: kept_years, unit: "years" } },
    blocked_files: { by: "period", older_than: null },
    drafts: { by: "drafts", older_than: { count: DRAFT_DAYS, unit: "days" } },
  };
}

export async function beginRun(client: Client, limits: RetentionLimits): Promise<BegunRun> {
  const { rows } = await client.query<{ began_at: Instant }>("SELECT clock_timestamp() AS began_at");
  const { version } = await readCustodyPolicy(client);
  return { id: null, began_at: rows[0]?.began_at as Instant, policy_version: version, limits };
}

const INSERT = "INSERT INTO retention_runs (began_at, policy_version, deleted) VALUES ($1, $2, $3) RETURNING id";

const UPDATE = "UPDATE retention_runs SET ended_at = now(), deleted = $2 WHERE id = $1";

/**
 * Records what a run has deleted so far, in the transaction of the deletion: the check of the evidence log compares each
 * deletion with the runs (`evidence/causes.ts`).
 */
export async function saveRun(tx: Client, run: BegunRun, counts: Record<DeletedKind, number>): Promise<DeletedRows[]> {
  const rules = rulesOf(run.limits);
  const deleted = DELETED_KINDS.filter((kind) => counts[kind] > 0).map(
    (kind): DeletedRows => ({ kind, rows: counts[kind], ...rules[kind] }),
  );
  const row = JSON.stringify(deleted);
  // The transaction that inserted the row may have been rolled back.
  if (run.id !== null && (await tx.query(UPDATE, [run.id, row])).rowCount) return deleted;
  const { rows } = await tx.query<{ id: number }>(INSERT, [run.began_at, run.policy_version, row]);
  run.id = rows[0]?.id ?? null;
  return deleted;
}

/** Records the end of a run that deleted something, also of one that was interrupted, with an entry in the trail. */
export async function recordRun(
  pool: Database["pool"],
  run: BegunRun,
  counts: Record<DeletedKind, number>,
): Promise<void> {
  if (DELETED_KINDS.every((kind) => counts[kind] === 0)) return;
  await inTransaction(pool, async (tx) => {
    const { policy_version } = run;
    const deleted = await saveRun(tx, run, counts);
    const facts = Object.fromEntries(
      deleted.map(({ kind, rows, by, older_than }) => [kind, { rows, by, ...older_than }]),
    );
    await writeAudit(tx, {
      action: "retention.deleted",
      ids: {},
      actor: SYSTEM_ACTOR,
      after: { policy_version, ...facts },
    });
  });
}

/** The last runs that deleted something, newest first. */
export async function listRuns(client: Client): Promise<RetentionRun[]> {
  const { rows } = await client.query<RetentionRun>(
    `SELECT id AS run_id, began_at, ended_at, policy_version, deleted FROM retention_runs
     ORDER BY ended_at DESC, id DESC LIMIT ${RUNS_SHOWN}`,
  );
  return rows;
}

/** The policy in force, and what the retention deleted last (`GET /api/privacy/custody`). */
export async function readCustody(
  { pool }: Pooled = database(),
  { keepsDecided }: Pick<Env, "keepsDecided"> = env(),
): Promise<Custody> {
  const [policy, runs] = await Promise.all([readCustodyPolicy(pool), listRuns(pool)]);
  const set = (["payloads", "people", "audit"] as const).filter((name) => !keepsDecided[name]);
  return { policy, runs, variables: set.map((name) => `RETENTION_${name.toUpperCase()}_DAYS`) };
}
