import { setImmediate as nextTurn } from "node:timers/promises";
import type { Instant } from "#lib/contract/time.ts";
import { forgetAudit } from "#lib/server/audit/forget.ts";
import { type Client, type Database, database, inTransaction } from "#lib/server/db/database.ts";
import { type Env, env } from "#lib/server/env.ts";
import { deleteUnneededBodies } from "#lib/server/inbox/bodies.ts";
import { forgetPayloads } from "./forget-payloads.ts";
import { forgetPeople } from "./forget-people.ts";

/** How much goes in one transaction: few enough that nobody who waits for one of its rows notices. */
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
};

type Days = Pick<
  Env,
  "RETENTION_PAYLOADS_DAYS" | "RETENTION_PEOPLE_DAYS" | "RETENTION_REFUSALS_DAYS" | "RETENTION_AUDIT_DAYS"
>;

/**
 * Lets go of what is older than is kept, in short transactions of which each leaves everything consistent: whoever is
 * stopped in between is followed by whoever comes next, and any number may at once. Zero days: for ever.
 */
export async function retain(
  signal: AbortSignal,
  { pool }: Pick<Database, "pool"> = database(),
  days: Days = env(),
): Promise<Retained> {
  const went: Retained = { deliveries: 0, readings: 0, people_readings: 0, people: 0, refusals: 0, audit: 0 };
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

/** The trail lets go of what is older than a time and of nothing else: so each batch has a time of its own. */
async function forgetOldestAudit(tx: Client, before: Instant): Promise<number> {
  const { rows } = await tx.query<{ next: Instant }>(
    "SELECT at AS next FROM audit_log WHERE at < $1 ORDER BY at, id OFFSET $2 LIMIT 1",
    [before, BATCH],
  );
  const went = await forgetAudit(tx, rows[0]?.next ?? before);
  // Of one instant there may be more than a batch: then they go together, at the next one's time.
  return rows[0] ? Math.max(went, BATCH) : went;
}
