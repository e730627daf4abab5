import type { Blocked, ErasureCounts } from "#lib/core/contract/verifications/verification.ts";
import { appendMark } from "#lib/core/server/erasure-log/erasure-log.ts";
import { createMarkKey, markOf } from "#lib/core/server/inbox/erasure-marks.ts";
import { notifyChanged } from "#lib/core/server/live/notify.ts";
import { isKnownFile } from "#lib/core/server/titles/find-file.ts";
import { coveredBy, refuseHeld } from "#lib/desk/server/custody/grounds.ts";
import { lockCustody } from "#lib/desk/server/custody/lock.ts";
import { deleteUnusedTexts, textsOf } from "#lib/insights/server/compute/write.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import type { Actor } from "#lib/platform/server/audit/actor.ts";
import { writeAudit } from "#lib/platform/server/audit/write.ts";
import { CotejoError, invalid, notFound } from "#lib/platform/server/base/errors.ts";
import { type Client, database, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import type { ErasureCause } from "#lib/records/contract/privacy/erasures.ts";
import { TABLES } from "#lib/tables.ts";
import { deliveriesNaming, lockAlone, untilAlone } from "./blocking/alone.ts";
import { blockIn, erasedBefore } from "./blocking/block.ts";
import { certify, leavesOf } from "./blocking/certificates.ts";

const DELETE_INBOX = `
  WITH gone AS (
    DELETE FROM inbox WHERE verification_id = $1 OR id = ANY($2::bigint[]) RETURNING kind, signature, body_hash
  ), remembered AS (
    INSERT INTO erased_signatures (signature) SELECT signature FROM gone WHERE signature IS NOT NULL ON CONFLICT DO NOTHING
  )
  SELECT count(*) FILTER (WHERE kind = 'delivery')::int AS deliveries,
    count(*) FILTER (WHERE kind = 'snapshot')::int AS readings,
    COALESCE(array_agg(DISTINCT encode(body_hash, 'hex')) FILTER (WHERE body_hash IS NOT NULL), '{}') AS hashes
  FROM gone`;

type InboxCounts = { deliveries: number; readings: number; hashes: string[] };

/** Equal answers share a body, also across verifications: unused bodies are deleted. */
const DELETE_BODIES = `
  DELETE FROM snapshot_bodies WHERE hash IN (SELECT decode(hash, 'hex') FROM unnest($1::text[]) AS hash)
    AND NOT EXISTS (
      SELECT FROM inbox WHERE kind = 'snapshot' AND stated IS NULL AND inbox.body_hash = snapshot_bodies.hash
    )`;

type Input = { verification_id: string; reason?: string | undefined };

/**
 * Erases a verification here: all received and computed rows about it, in one transaction. The signatures of its
 * deliveries stay, a keyed hash of its id, which refuses later facts, and the audit trail, with an entry about the
 * deleted rows. A file that a profile covers is blocked instead. Throws MUST_BE_KEPT with the holds while a legal hold is
 * in force, since nothing undoes a blocking either; NOT_FOUND for an unknown file, ERASED for an erased file, BLOCKED for
 * a blocked file that is still covered, and VALIDATION_ERROR for a decided file without a reason.
 */
export async function eraseVerification(
  input: Input,
  actor: Actor,
  { pool }: Pooled = database(),
): Promise<ErasureCounts | Blocked> {
  const { verification_id } = input;
  await createMarkKey({ pool });
  try {
    const done = await untilAlone(() =>
      inTransaction(pool, async (tx) => {
        await lockCustody(tx, "delete");
        await refuseHeld(tx, verification_id);
        return (await coveredBy(tx, verification_id)) ? blockIn(tx, input, actor) : eraseIn(tx, input, actor);
      }),
    );
    return { ...done, logged: await appendMark({ pool }, verification_id) };
  } catch (error) {
    // The process of the earlier erasure may have died before it wrote the log.
    if (error instanceof CotejoError && ["ERASED", "BLOCKED"].includes(error.code))
      await appendMark({ pool }, verification_id);
    throw error;
  }
}

/** The log of reviews and the statements, which only a function of their owner deletes (`0060_statements_about_files.sql`). */
const APPEND_ONLY: ReadonlySet<string> = new Set(["review_log", "file_statements"]);
const LOG_COUNTS = `
  SELECT count(*)::int AS entries, count(digest)::int AS decisions,
    (SELECT count(*)::int FROM file_statements WHERE verification_id = $1) AS statements
  FROM review_log WHERE verification_id = $1`;

type LogCounts = { entries: number; decisions: number; statements: number };

const UNBLOCK = "DELETE FROM blocked_verifications WHERE id_hash = $1 RETURNING blocked_at, reason";

/** Like `eraseVerification`, but in the caller's transaction, without the log, and even for a covered file. */
export async function eraseIn(
  tx: Client,
  { verification_id, reason, cause = "by_hand" }: Input & { cause?: ErasureCause },
  actor: Actor,
): Promise<Omit<ErasureCounts, "logged">> {
  await lockAlone(tx);
  const mark = await markOf(tx, verification_id);
  const marked = await tx.query("INSERT INTO erased_verifications (id_hash) VALUES ($1) ON CONFLICT DO NOTHING", [
    mark,
  ]);
  const [blocked] = (await tx.query<{ blocked_at: Instant; reason: string | null }>(UNBLOCK, [mark])).rows;
  // Unrecognized deliveries may name any text: they are deleted with a file alone.
  const known = blocked !== undefined || (await isKnownFile(tx, verification_id));
  const naming = known ? await deliveriesNaming(tx, verification_id) : [];
  const leaves = await leavesOf(tx, verification_id, naming);
  const [inbox] = (await tx.query<InboxCounts>(DELETE_INBOX, [verification_id, naming])).rows;
  const { hashes, ...went } = inbox ?? { deliveries: 0, readings: 0, hashes: [] };
  const tables = new Map<string, number>();
  const texts = await textsOf(tx, [verification_id]);
  for (const table of TABLES.keys()) {
    if (APPEND_ONLY.has(table)) continue;
    const { rowCount } = await tx.query(`DELETE FROM ${table} WHERE verification_id = $1`, [verification_id]);
    tables.set(table, rowCount ?? 0);
  }
  await deleteUnusedTexts(tx, texts);
  // Writers of the log lock the row of `review_due` first, which is deleted by now.
  const [log] = (await tx.query<LogCounts>(LOG_COUNTS, [verification_id])).rows;
  const { entries = 0, decisions = 0, statements = 0 } = log ?? {};
  const rows = [...tables.values()].reduce((sum, count) => sum + count, entries + statements);
  if (went.deliveries + went.readings + rows === 0 && !blocked) {
    throw marked.rowCount ? notFound("The verification") : erasedBefore();
  }
  const because = reason ?? blocked?.reason ?? undefined;
  if (decisions > 0) {
    if (because === undefined)
      throw invalid("Invalid reason: the verification was decided on, so say why it is erased.");
    // Its audit entries belong to no decided file any more: the retention checks the old entries again.
    await tx.query("DELETE FROM audit_retention");
  }
  await tx.query(DELETE_BODIES, [hashes]);
  const counted = { ...went, review_entries: entries, decisions, statements };
  const blocked_at = blocked?.blocked_at ?? null;
  const certificate_id = await certify(tx, { cause, blocked_at, rows: counted, tables, leaves }, actor);
  const counts = { ...went, rows, certificate_id };
  const entry = await writeAudit(tx, { action: "verification.erased", ids: { verification_id }, actor, after: counts });
  if (entries + statements > 0)
    await tx.query("SELECT erase_review_log($1, $2, $3)", [verification_id, because, entry]);
  await notifyChanged(tx, new Map([[verification_id, new Set(["erased" as const, "people" as const])]]));
  return counts;
}
