import { setImmediate as nextTurn } from "node:timers/promises";
import type { Env } from "#lib/server/base/env.ts";
import { lockCustody } from "#lib/server/custody/lock.ts";
import { type Client, type Database, inTransaction } from "#lib/server/db/database.ts";

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
export async function releaseKept(
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
