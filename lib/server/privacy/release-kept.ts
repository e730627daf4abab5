import { setImmediate as nextTurn } from "node:timers/promises";
import type { Env } from "#lib/server/base/env.ts";
import { lockCustody } from "#lib/server/custody/lock.ts";
import { type Client, type Database, inTransaction } from "#lib/server/db/database.ts";

/** Each file has a few dozen rows. */
const FILES = 100;

const RELEASE = `
  WITH due AS MATERIALIZED (
    SELECT verification_id FROM custody_kept WHERE look_again_at <= now() ORDER BY look_again_at LIMIT $1
  ), released AS (
    UPDATE inbox SET kept = false WHERE kept AND verification_id IN (SELECT verification_id FROM due)
  )
  DELETE FROM custody_kept WHERE verification_id IN (SELECT verification_id FROM due)`;

/** Returns to the retention's scan what it kept of files whose hold or period may have ended, or under other rules. */
export async function releaseKept(
  pool: Database["pool"],
  signal: AbortSignal,
  rules: { keepsDecided: Env["keepsDecided"]; policy_version: number },
): Promise<void> {
  await inTransaction(pool, (tx) => noteRules(tx, rules));
  for (;;) {
    const released = await inTransaction(pool, async (tx) => {
      await lockCustody(tx, "change");
      const { rowCount } = await tx.query(RELEASE, [FILES]);
      // The entries of these files in the trail are looked at again too.
      if (rowCount) await tx.query("DELETE FROM audit_retention");
      return rowCount ?? 0;
    });
    if (released < FILES || signal.aborted) return;
    await nextTurn();
  }
}

const NOTE = `
  INSERT INTO custody_rules AS known (rules) VALUES ($1)
  ON CONFLICT (singleton) DO UPDATE SET rules = EXCLUDED.rules WHERE known.rules <> EXCLUDED.rules
  RETURNING xmax = 0 AS first`;

/** Under other rules than the last run's, every kept file is due. */
async function noteRules(tx: Client, rules: { keepsDecided: Env["keepsDecided"]; policy_version: number }) {
  const { rows } = await tx.query<{ first: boolean }>(NOTE, [JSON.stringify(rules)]);
  const [noted] = rows;
  if (!noted) return;
  // Before there were periods, only unset variables kept anything: under them nothing changes.
  if (noted.first && Object.values(rules.keepsDecided).every(Boolean) && rules.policy_version <= 1) return;
  await tx.query("UPDATE custody_kept SET look_again_at = now()");
  await tx.query("DELETE FROM audit_retention");
}
