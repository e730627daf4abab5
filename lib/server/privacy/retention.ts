import { setImmediate as nextTurn } from "node:timers/promises";
import type { SnapshotSubject } from "#lib/contract/events/snapshot.ts";
import type { Instant } from "#lib/contract/time.ts";
import { expireConsent } from "#lib/server/access/consent.ts";
import { forgetAudit } from "#lib/server/audit/write.ts";
import { type Env, env } from "#lib/server/base/env.ts";
import type { Log } from "#lib/server/base/log.ts";
import type { PeriodicTask } from "#lib/server/base/periodic-task.ts";
import { type Client, type Database, database, inTransaction } from "#lib/server/db/database.ts";
import { type ClaimedRow, claimPayloads, readBatch } from "#lib/server/inbox/claim.ts";
import { RowError } from "#lib/server/inbox/drain-errors.ts";
import { deleteUnneededBodies } from "#lib/server/inbox/store-snapshot.ts";
import { lockSummaries } from "#lib/server/projections/summarise.ts";
import { writePeople } from "#lib/server/projections/write-people.ts";
import { writeTitles } from "#lib/server/projections/write-titles.ts";
import { readPolicy } from "#lib/server/review/policy.ts";
import { moveToFirstMaster } from "#lib/server/vault/vault.ts";
import { reconcileErasureLog } from "./erasure-log.ts";

/** How much goes in one transaction: few enough not to delay other transactions noticeably. */
const BATCH = 500;

/** What went. */
export type Retained = {
  deliveries: number;
  readings: number;
  people_readings: number;
  /** Verifications whose people are not kept any more. */
  people: number;
  refusals: number;
  audit: number;
  /** Decisions of verifications that were erased. */
  decisions: number;
};

type Days = Pick<
  Env,
  "RETENTION_PAYLOADS_DAYS" | "RETENTION_PEOPLE_DAYS" | "RETENTION_REFUSALS_DAYS" | "RETENTION_AUDIT_DAYS"
>;

/**
 * Deletes what is older than it is kept, in short transactions that each leave everything consistent; any number of
 * workers may. Zero days: for ever.
 */
export async function retain(
  signal: AbortSignal,
  { pool }: Pick<Database, "pool"> = database(),
  days: Days = env(),
): Promise<Retained> {
  const went: Retained = {
    deliveries: 0,
    readings: 0,
    people_readings: 0,
    people: 0,
    refusals: 0,
    audit: 0,
    decisions: 0,
  };
  /** Batch after batch, until there was less to do than a batch allows. */
  const all = async (kind: keyof Retained | null, batch: (tx: Client) => Promise<number>): Promise<void> => {
    while (!signal.aborted) {
      const count = await inTransaction(pool, batch);
      if (kind) went[kind] += count;
      if (count < BATCH) return;
      await nextTurn();
    }
  };
  const { RETENTION_PAYLOADS_DAYS, RETENTION_PEOPLE_DAYS, RETENTION_REFUSALS_DAYS, RETENTION_AUDIT_DAYS } = days;
  const payloads = await keptSince(pool, RETENTION_PAYLOADS_DAYS);
  if (payloads) {
    await all("deliveries", (tx) => forgetPayloads(tx, { subject: null, before: payloads, limit: BATCH }));
    await all("readings", (tx) => forgetPayloads(tx, { subject: "verification", before: payloads, limit: BATCH }));
  }
  const people = await keptSince(pool, RETENTION_PEOPLE_DAYS);
  if (people) {
    await all("people_readings", (tx) => forgetPayloads(tx, { subject: "people", before: people, limit: BATCH }));
  }
  await all(null, (tx) => deleteUnneededBodies(tx, BATCH));
  await all("people", (tx) => forgetPeople(tx, BATCH));
  const refusals = await keptSince(pool, RETENTION_REFUSALS_DAYS);
  if (refusals) await all("refusals", (tx) => forgetRefusals(tx, refusals));
  const audit = await keptSince(pool, RETENTION_AUDIT_DAYS);
  if (audit) await all("audit", (tx) => forgetOldestAudit(tx, audit));
  const { kept_years } = await readPolicy(pool);
  await all("decisions", (tx) => forgetDecisions(tx, kept_years));
  return went;
}

/** By the clock of the database, since every time that is compared with it is the database's. */
async function keptSince(client: Client, days: number): Promise<Instant | null> {
  if (days === 0) return null;
  const { rows } = await client.query<{ since: Instant }>("SELECT now() - make_interval(days => $1) AS since", [days]);
  return rows[0]?.since ?? null;
}

async function forgetRefusals(tx: Client, before: Instant): Promise<number> {
  const { rowCount } = await tx.query(
    "DELETE FROM refusals WHERE id IN (SELECT id FROM refusals WHERE at < $1 ORDER BY at LIMIT $2)",
    [before, BATCH],
  );
  return rowCount ?? 0;
}

async function forgetDecisions(tx: Client, years: number): Promise<number> {
  const { rowCount } = await tx.query(
    `DELETE FROM erased_decisions WHERE id IN (
       SELECT id FROM erased_decisions WHERE at < now() - make_interval(years => $1) ORDER BY at LIMIT $2)`,
    [years, BATCH],
  );
  return rowCount ?? 0;
}

/** The trigger allows deleting what is older than a time and nothing else, so each batch has a time of its own. */
async function forgetOldestAudit(tx: Client, before: Instant): Promise<number> {
  const { rows } = await tx.query<{ next: Instant }>(
    "SELECT at AS next FROM audit_log WHERE at < $1 ORDER BY at, id OFFSET $2 LIMIT 1",
    [before, BATCH],
  );
  const went = await forgetAudit(tx, rows[0]?.next ?? before);
  // Of one instant there may be more than a batch: then they go together, at the next one's time.
  return rows[0] ? Math.max(went, BATCH) : went;
}

const FORGET_PAYLOAD = `
  UPDATE inbox SET body = NULL, stated = given.stated
  FROM json_to_recordset($1::json) AS given(id bigint, stated jsonb) WHERE inbox.id = given.id`;

/**
 * Deletes the payloads of applied deliveries, or readings of one subject, from before a time, and keeps the rows that
 * they state, so that a rebuild adds them again. Titles, which they do not state, go at once. Returns how many, at most
 * `limit`.
 */
async function forgetPayloads(
  tx: Client,
  which: { subject: SnapshotSubject | null; before: Instant; limit: number },
): Promise<number> {
  const rows = await claimPayloads(tx, which);
  if (rows.length === 0) return 0;
  await tx.query(FORGET_PAYLOAD, [JSON.stringify(rows.map((row) => ({ id: row.id, stated: statedBy(row) })))]);
  if (which.subject === "verification") {
    const ids = [...new Set(rows.flatMap(({ verification_id }) => verification_id ?? []))];
    await lockSummaries(tx, ids);
    await writeTitles(tx, ids);
  }
  return rows.length;
}

/** The rows that it adds; none for what the contract does not understand any more, and a rebuild would set aside. */
function statedBy(row: ClaimedRow): object {
  try {
    const { deliveries, snapshots } = readBatch([row]);
    return deliveries[0]?.facts ?? snapshots[0]?.row ?? [];
  } catch (error) {
    if (error instanceof RowError) return [];
    throw error;
  }
}

/** Whose people are searched still, though the answer that named them is kept no longer. */
const FORGOTTEN = `
  SELECT DISTINCT known.verification_id FROM verification_people AS known
  CROSS JOIN LATERAL (
    SELECT body_hash FROM verification_snapshots AS read
    WHERE read.verification_id = known.verification_id AND read.subject = 'people'
    ORDER BY read_at DESC, body_hash DESC LIMIT 1
  ) AS newest
  WHERE NOT EXISTS (SELECT FROM snapshot_bodies WHERE hash = newest.body_hash) LIMIT $1`;

/** Takes people out of the search whose names are kept no longer; of how many verifications, at most `limit`. */
async function forgetPeople(tx: Client, limit: number): Promise<number> {
  // As workers do: what is found here is not erased before it is locked.
  await tx.query("LOCK TABLE inbox IN ROW SHARE MODE");
  const { rows } = await tx.query<{ verification_id: string }>(FORGOTTEN, [limit]);
  const ids = rows.map(({ verification_id }) => verification_id);
  await lockSummaries(tx, ids);
  await writePeople(tx, ids, []);
  return ids.length;
}

/** What the worker does by the clock for what is kept, and under which secret. Each may run in any number of workers. */
export function privacyTasks(log: Pick<Log, "info">, connection: Pick<Database, "pool"> = database()): PeriodicTask[] {
  return [
    {
      name: "retention",
      everyMs: 3_600_000,
      run: async (signal) => {
        const went = await retain(signal, connection);
        if (Object.values(went).some((count) => count > 0)) log.info(went, "retention: rows deleted");
      },
    },
    { name: "erasure log", everyMs: 60_000, run: () => reconcileErasureLog(connection) },
    { name: "consent requests not answered", everyMs: 60_000, run: () => expireConsent(connection) },
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
