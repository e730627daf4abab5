import { appendMark } from "#lib/core/server/erasure-log/erasure-log.ts";
import { findMarks } from "#lib/core/server/inbox/erasure-marks.ts";
import { lockCustody } from "#lib/desk/server/custody/lock.ts";
import { SYSTEM_ACTOR } from "#lib/platform/server/audit/actor.ts";
import { type Client, type Database, inTransaction } from "#lib/platform/server/db/database.ts";
import { untilAlone } from "./blocking/alone.ts";
import { eraseIn } from "./erase.ts";

/** SQL: no hold or period covers the file any more, and the end known from a restore is over. */
const HAS_ENDED = `COALESCE(GREATEST(kept_until(verification_id, false), not_before) <= now(), true)`;

const ENDED_FILES = `
  SELECT id_hash, verification_id FROM blocked_verifications WHERE ${HAS_ENDED} ORDER BY blocked_at, id_hash`;

type EndedRow = { id_hash: Buffer; verification_id: string | null };

const STILL_ENDED = `SELECT FROM blocked_verifications WHERE id_hash = $1 AND ${HAS_ENDED}`;

const REASON = "Its period has ended.";

/** Erases the blocked files whose period has ended, each in a transaction, and returns their number. */
export async function eraseEnded(pool: Database["pool"], signal: AbortSignal): Promise<number> {
  let erased = 0;
  const { rows } = await pool.query<EndedRow>(ENDED_FILES);
  for (const { id_hash, ...known } of rows) {
    if (signal.aborted) break;
    const verification_id = known.verification_id ?? (await receivedSince(pool, id_hash));
    const done = await untilAlone(() =>
      inTransaction(pool, async (tx) => {
        await lockCustody(tx, "delete");
        if (!(await tx.query(STILL_ENDED, [id_hash])).rowCount) return false;
        if (verification_id === null) await eraseMark(tx, id_hash);
        else await eraseIn(tx, { verification_id, reason: REASON, cause: "period_ended" }, SYSTEM_ACTOR);
        return true;
      }),
    );
    if (!done) continue;
    erased += 1;
    // `reconcileErasureLog` writes the line of a mark without an id.
    if (verification_id !== null) await appendMark({ pool }, verification_id);
  }
  return erased;
}

const WITHOUT_FILE = `
  SELECT DISTINCT verification_id FROM inbox WHERE state = 'blocked' AND verification_id IS NOT NULL
    AND NOT EXISTS (SELECT FROM blocked_verifications AS known WHERE known.verification_id = inbox.verification_id)`;

/** The id of a mark that came by a restore, if deliveries about the file have arrived since. Reads the whole inbox. */
async function receivedSince(client: Client, id_hash: Buffer): Promise<string | null> {
  const { rows } = await client.query<{ verification_id: string }>(WITHOUT_FILE);
  const marks = await findMarks(client);
  return rows.find(({ verification_id }) => marks?.(verification_id).equals(id_hash))?.verification_id ?? null;
}

/** Erases a mark of a file without any row. */
export async function eraseMark(tx: Client, id_hash: Buffer): Promise<void> {
  await tx.query("DELETE FROM blocked_verifications WHERE id_hash = $1", [id_hash]);
  await tx.query("INSERT INTO erased_verifications (id_hash) VALUES ($1) ON CONFLICT DO NOTHING", [id_hash]);
}
