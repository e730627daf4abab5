import { notifyChanged } from "#lib/core/server/live/notify.ts";
import { findFile, unresolved } from "#lib/core/server/titles/find-file.ts";
import { type LegalHold, MAX_HOLDS } from "#lib/desk/contract/custody/custody.ts";
import type { NewLegalHold } from "#lib/desk/contract/custody/custody-input.ts";
import { CotejoError, conflict, notFound } from "#lib/platform/server/base/errors.ts";
import { type Client, database, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import { readHold } from "./list-holds.ts";
import { lockCustody } from "./lock.ts";

const INSERT = `
  INSERT INTO legal_holds (verification_id, curp, curp_ends, reason, review_on, placed_by)
  VALUES ($1, $2, CASE WHEN $1::text IS NULL THEN curp_ends($2) END, $3, $4, $5) RETURNING id`;

const FILES = `
  INSERT INTO legal_hold_files (hold_id, verification_id)
  SELECT DISTINCT $1::uuid, verification_id FROM verification_people WHERE curps @> ARRAY[$2]
  ON CONFLICT DO NOTHING`;

/**
 * Places a hold. The file is named by id, tag or address. Throws NOT_FOUND where no single file has this name, and CONFLICT
 * where there are too many holds.
 */
export function placeHold(
  { verification_id, curp, reason, review_on = null }: NewLegalHold,
  userId: string,
  { pool }: Pooled = database(),
): Promise<LegalHold> {
  return inTransaction(pool, async (tx) => {
    await lockCustody(tx, "change");
    // Transactions that add people later see the hold, by the trigger of the table.
    if (curp !== undefined) await lockPeople(tx);
    const file = verification_id === undefined ? null : await findFile(tx, verification_id);
    if (file && file.state !== "known" && file.state !== "blocked")
      throw unresolved("verification_id", file.state, "NOT_FOUND");
    const { rows } = await tx.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM legal_holds WHERE ended_at IS NULL",
    );
    if ((rows[0]?.count ?? 0) >= MAX_HOLDS) throw conflict(`There are ${MAX_HOLDS} holds in force, which is the most.`);
    const values = [file?.verification_id ?? null, curp ?? null, reason, review_on, userId];
    const hold_id = (await tx.query<{ id: string }>(INSERT, values)).rows[0]?.id ?? "";
    if (curp !== undefined) await tx.query(FILES, [hold_id, curp]);
    await announce(tx, hold_id);
    return (await readHold(tx, hold_id)) as LegalHold;
  });
}

/** Locks the people with a timeout, since a rebuild locks the table for longer. */
async function lockPeople(tx: Client): Promise<void> {
  await tx.query("SELECT set_config('lock_timeout', '5s', true)");
  await tx.query("LOCK TABLE verification_people IN SHARE MODE").catch((cause: unknown) => {
    const message = "The people are being written just now; no hold was placed.";
    throw new CotejoError("DATABASE_UNAVAILABLE", 503, message, { retryable: true, retryAfter: 5, cause });
  });
}

/** Deletes the CURP of the hold: pages show its ends. */
const END = `
  UPDATE legal_holds SET ended_at = now(), ended_by = $2, end_reason = $3, curp = NULL
  WHERE id = $1 AND ended_at IS NULL`;

/** Ends a hold. Throws NOT_FOUND for an unknown hold, and CONFLICT for a hold that has ended. */
export function endHold(
  hold_id: string,
  reason: string,
  userId: string,
  { pool }: Pooled = database(),
): Promise<LegalHold> {
  return inTransaction(pool, async (tx) => {
    await lockCustody(tx, "change");
    const { rowCount } = await tx.query(END, [hold_id, userId, reason]);
    const hold = await readHold(tx, hold_id);
    if (!hold) throw notFound("The hold");
    if (!rowCount) throw conflict("Somebody has ended this hold already.");
    await checkFilesAgain(tx, hold_id);
    await announce(tx, hold_id);
    return hold;
  });
}

const COVERED = `
  SELECT verification_id FROM legal_holds WHERE id = $1 AND verification_id IS NOT NULL
  UNION SELECT verification_id FROM legal_hold_files WHERE hold_id = $1`;

/** The retention checks the files of the hold again. */
const checkFilesAgain = (tx: Client, hold_id: string) =>
  tx.query(`UPDATE custody_kept SET look_again_at = now() WHERE verification_id IN (${COVERED})`, [hold_id]);

/** Open pages of the files show the change. */
async function announce(tx: Client, hold_id: string): Promise<void> {
  const { rows } = await tx.query<{ verification_id: string }>(COVERED, [hold_id]);
  await notifyChanged(tx, new Map(rows.map(({ verification_id }) => [verification_id, new Set(["review" as const])])));
}

/** A hold as the audit trail has it, without the words of the reason. */
export const holdFacts = ({ curp_ends, files, reason, review_on }: LegalHold): object => ({
  of: curp_ends === null ? "file" : "person",
  files,
  reason_length: reason.length,
  review_on,
});
