import type { Blocked } from "#lib/core/contract/verifications/verification.ts";
import { blocked, markOf } from "#lib/core/server/inbox/erasure-marks.ts";
import { notifyChanged } from "#lib/core/server/live/notify.ts";
import { deleteUnusedTexts, textsOf } from "#lib/insights/server/compute/write.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import type { Actor } from "#lib/platform/server/audit/actor.ts";
import { writeAudit } from "#lib/platform/server/audit/write.ts";
import { CotejoError, invalid } from "#lib/platform/server/base/errors.ts";
import type { Client } from "#lib/platform/server/db/database.ts";
import { DERIVED_TABLES, statements } from "#lib/tables.ts";
import { deliveriesNaming, lockAlone } from "./alone.ts";

const BLOCK = `
  INSERT INTO blocked_verifications (id_hash, verification_id, user_id, user_name, reason, blocked_at, not_before)
  VALUES ($1, $2, $3, (SELECT name FROM users WHERE id = $3), $4, COALESCE($5, now()), $6)
  ON CONFLICT DO NOTHING`;

const SET_ASIDE = `
  UPDATE inbox SET state = 'blocked', verification_id = $1, next_attempt_at = NULL
  WHERE verification_id = $1 OR id = ANY ($2::bigint[])`;

const UNTIL = `
  SELECT NULLIF(kept_until($1, false), 'infinity') AS until,
    (SELECT count(digest)::int FROM review_log WHERE verification_id = $1) AS decisions`;

export const erasedBefore = () => new CotejoError("ERASED", 410, "This verification was erased here before.");

type Input = {
  verification_id: string;
  reason?: string | undefined;
  /** The time of its blocking before a restore, and its earliest end. */
  restored?: { at: string; not_before: string };
};

/**
 * Blocks a file that has to be kept, in the caller's transaction and without the log: its deliveries, readings, log,
 * notes and letters stay, and everything computed from them is deleted. Throws BLOCKED for a blocked file, ERASED for
 * an erased file, and VALIDATION_ERROR for a decided file without a reason.
 */
export async function blockIn(
  tx: Client,
  { verification_id, reason, restored }: Input,
  actor: Actor,
): Promise<Omit<Blocked, "logged">> {
  await lockAlone(tx);
  const mark = await markOf(tx, verification_id);
  const erased = await tx.query("SELECT FROM erased_verifications WHERE id_hash = $1", [mark]);
  if (erased.rowCount) throw erasedBefore();
  const values = [
    ...[mark, verification_id, actor.user?.id ?? null, reason ?? null],
    ...[restored?.at ?? null, restored?.not_before ?? null],
  ];
  if (!(await tx.query(BLOCK, values)).rowCount) throw blocked();
  const [found] = (await tx.query<{ until: Instant | null; decisions: number }>(UNTIL, [verification_id])).rows;
  if (found && found.decisions > 0 && reason === undefined)
    throw invalid("Invalid reason: the verification was decided on, so say why it is erased.");
  await tx.query(SET_ASIDE, [verification_id, await deliveriesNaming(tx, verification_id)]);
  for (const statement of statements("whenBlocked")) await tx.query(statement, [verification_id]);
  const texts = await textsOf(tx, [verification_id]);
  for (const table of DERIVED_TABLES) {
    await tx.query(`DELETE FROM ${table} WHERE verification_id = $1`, [verification_id]);
  }
  await deleteUnusedTexts(tx, texts);
  const blocked_until = found?.until ?? null;
  await writeAudit(tx, { action: "verification.blocked", ids: { verification_id }, actor, after: { blocked_until } });
  await notifyChanged(tx, new Map([[verification_id, new Set(["erased" as const, "people" as const])]]));
  return { blocked_until };
}
