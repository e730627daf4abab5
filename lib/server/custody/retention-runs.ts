import type { Custody, DeletedKind, DeletedRows, RetentionRun } from "#lib/contract/custody/custody.ts";
import { DELETED_KINDS, RUNS_SHOWN } from "#lib/contract/custody/custody.ts";
import { DRAFT_DAYS } from "#lib/contract/drafts/draft.ts";
import type { Instant } from "#lib/contract/time.ts";
import { SYSTEM_ACTOR } from "#lib/server/audit/actor.ts";
import { writeAudit } from "#lib/server/audit/write.ts";
import { type Env, env } from "#lib/server/base/env.ts";
import { type Client, type Database, database, inTransaction, type Pooled } from "#lib/server/db/database.ts";
import { readCustodyPolicy } from "./policy.ts";

export type RetentionDays = Pick<Env, `RETENTION_${"PAYLOADS" | "PEOPLE" | "REFUSALS" | "AUDIT"}_DAYS`>;
/** `kept_years`: of the policy of reviews, for decisions of erased files. */
type RetentionLimits = { days: RetentionDays; kept_years: number };
type DeletionRule = Pick<DeletedRows, "older_than" | "by">;
type BegunRun = { began_at: Instant; policy_version: number };

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

export async function beginRun(client: Client): Promise<BegunRun> {
  const { rows } = await client.query<{ began_at: Instant }>("SELECT clock_timestamp() AS began_at");
  const { version } = await readCustodyPolicy(client);
  return { began_at: rows[0]?.began_at as Instant, policy_version: version };
}

const INSERT = "INSERT INTO retention_runs (began_at, policy_version, deleted) VALUES ($1, $2, $3)";

/** Records a run that deleted something, also one that was interrupted, with an entry in the trail. */
export function recordRun(
  pool: Database["pool"],
  { began_at, policy_version }: BegunRun,
  counts: Record<DeletedKind, number>,
  limits: RetentionLimits,
): Promise<boolean> {
  const kinds = DELETED_KINDS.filter((kind) => counts[kind] > 0);
  if (kinds.length === 0) return Promise.resolve(false);
  return inTransaction(pool, async (tx) => {
    const rules = rulesOf(limits);
    const deleted: DeletedRows[] = kinds.map((kind) => ({ kind, rows: counts[kind], ...rules[kind] }));
    await tx.query(INSERT, [began_at, policy_version, JSON.stringify(deleted)]);
    const facts = Object.fromEntries(
      deleted.map(({ kind, rows, by, older_than }) => [kind, { rows, by, ...older_than }]),
    );
    await writeAudit(tx, {
      action: "retention.deleted",
      ids: {},
      actor: SYSTEM_ACTOR,
      after: { policy_version, ...facts },
    });
    return true;
  });
}

/** Runs are kept as long as the trail. */
export async function forgetOldRuns(client: Client, before: Instant): Promise<void> {
  await client.query("DELETE FROM retention_runs WHERE ended_at < $1", [before]);
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
