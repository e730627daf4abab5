import type { Erased } from "#lib/contract/verifications/verification.ts";
import type { Actor } from "#lib/server/audit/actor.ts";
import { writeAudit } from "#lib/server/audit/write.ts";
import { CotejoError, invalid, notFound } from "#lib/server/base/errors.ts";
import { refuseCovered } from "#lib/server/custody/grounds.ts";
import { lockCustody } from "#lib/server/custody/lock.ts";
import { type Client, database, inTransaction, type Pooled } from "#lib/server/db/database.ts";
import { createMarkKey, markOf, mentionedIds } from "#lib/server/inbox/erasure-marks.ts";
import { notifyChanged } from "#lib/server/live/notify.ts";
import { FACT_TABLES } from "#lib/server/projections/facts.ts";
import { appendErased, appendLifted } from "./erasure-log.ts";

/** Every table but the inbox that has rows of a verification; a test compares them with the database's own. */
export const TABLES_OF_VERIFICATION = [
  ...FACT_TABLES,
  "verification_snapshots",
  "verification_summaries",
  "verification_list",
  "verification_people",
  "refresh_requests",
  "verification_reads",
  "reviews",
  "review_log",
  "review_due",
  "finding_explanations",
  "drafts",
  "notes",
  "letters",
  "kept_mails",
  "verification_seen",
  "outgoing",
  "notices",
  "legal_holds",
  "legal_hold_files",
  "custody_kept",
] as const;

/**
 * Excludes all writers of received rows and requested reads: each takes its lock first, so it has either ended, and its
 * rows are deleted, or sees the mark. Readers are not delayed.
 */
const ALONE = "LOCK TABLE inbox, refresh_requests, verification_reads IN EXCLUSIVE MODE";

/** For so long others may wait behind us; the receiver's batches wait 8 s at the most. */
const PATIENCE = "3s";
const TRIES = 3;

/** Rows of no known verification that may still name this one; `\\u` may hide any letter of it. */
const UNCLEAR = `
  SELECT id, body FROM inbox WHERE kind = 'delivery' AND verification_id IS NULL AND body IS NOT NULL
    AND (position(convert_to($1, 'UTF8') IN body) > 0 OR position('\\x5c'::bytea IN body) > 0)`;

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

/** Equal answers share a body, also across verifications: unused bodies are deleted. */
const DELETE_BODIES = `
  DELETE FROM snapshot_bodies WHERE hash IN (SELECT decode(hash, 'hex') FROM unnest($1::text[]) AS hash)
    AND NOT EXISTS (
      SELECT FROM inbox WHERE kind = 'snapshot' AND stated IS NULL AND inbox.body_hash = snapshot_bodies.hash
    )`;

/**
 * Erases a verification here: all received and computed rows about it, in one transaction. The signatures of its
 * deliveries stay, a keyed hash of its id, by which later facts are refused, and the audit trail, with an entry about
 * the deleted rows. Throws NOT_FOUND for an unknown one, ERASED for an erased one, MUST_BE_KEPT for one that a hold or a
 * profile covers, and VALIDATION_ERROR for a decided one without a reason.
 */
export async function eraseVerification(input: Input, actor: Actor, { pool }: Pooled = database()): Promise<Erased> {
  await createMarkKey({ pool });
  for (let tries = 1; ; tries += 1) {
    try {
      const counts = await inTransaction(pool, async (tx) => {
        await lockCustody(tx, "delete");
        await refuseCovered(tx, input.verification_id);
        return eraseIn(tx, input, actor);
      });
      return { ...counts, logged: await appendErased({ pool }, input.verification_id) };
    } catch (error) {
      // The process of the earlier erasure may have died before it wrote the log.
      if (error instanceof CotejoError && error.code === "ERASED") await appendErased({ pool }, input.verification_id);
      if (!isHeldUp(error)) throw error;
      if (tries === TRIES) {
        const message = "Too much is being written just now; nothing was erased.";
        throw new CotejoError("DATABASE_UNAVAILABLE", 503, message, { retryable: true, retryAfter: 5, cause: error });
      }
    }
  }
}

/** A lock timeout, or a deadlock. */
const isHeldUp = (error: unknown): boolean =>
  error instanceof Error && "code" in error && ["55P03", "40P01"].includes(String(error.code));

/** The log of reviews, which only a function of its owner deletes (`0014_append_only.sql`). */
const LOG = `
  SELECT count(*)::int AS entries, count(digest)::int AS decisions FROM review_log WHERE verification_id = $1`;

type Input = { verification_id: string; reason?: string | undefined };

/** As `eraseVerification`, in the caller's transaction, without the log, and whatever covers the file. */
export async function eraseIn(
  tx: Client,
  { verification_id, reason }: Input,
  actor: Actor,
): Promise<Omit<Erased, "logged">> {
  await tx.query("SELECT set_config('lock_timeout', $1, true)", [PATIENCE]);
  await tx.query(ALONE);
  const mark = await markOf(tx, verification_id);
  const marked = await tx.query("INSERT INTO erased_verifications (id_hash) VALUES ($1) ON CONFLICT DO NOTHING", [
    mark,
  ]);
  const { hashes, ...went } = await eraseInbox(tx, verification_id);
  let rows = 0;
  for (const table of TABLES_OF_VERIFICATION) {
    if (table === "review_log") continue;
    rows += (await tx.query(`DELETE FROM ${table} WHERE verification_id = $1`, [verification_id])).rowCount ?? 0;
  }
  // Whoever adds to the log locks the row of `review_due` first, which is deleted by now.
  const [log] = (await tx.query<{ entries: number; decisions: number }>(LOG, [verification_id])).rows;
  const { entries = 0, decisions = 0 } = log ?? {};
  rows += entries;
  if (went.deliveries + went.readings + rows === 0) {
    throw marked.rowCount ? notFound("The verification") : erasedBefore();
  }
  if (decisions > 0) {
    if (reason === undefined)
      throw invalid("Invalid reason: the verification was decided on, so say why it is erased.");
    // Its entries in the trail are of no decided file any more: the retention looks at the old ones again.
    await tx.query("DELETE FROM audit_retention");
  }
  await tx.query(DELETE_BODIES, [hashes]);
  const counts = { ...went, rows };
  const entry = await writeAudit(tx, { action: "verification.erased", ids: { verification_id }, actor, after: counts });
  if (entries > 0) await tx.query("SELECT erase_review_log($1, $2, $3)", [verification_id, reason, entry]);
  await notifyChanged(tx, new Map([[verification_id, new Set(["erased" as const, "people" as const])]]));
  return counts;
}

const erasedBefore = () => new CotejoError("ERASED", 410, "This verification was erased here before.");

async function eraseInbox(
  tx: Client,
  verification_id: string,
): Promise<{ deliveries: number; readings: number; hashes: string[] }> {
  const unclear = await tx.query<{ id: number; body: Buffer }>(UNCLEAR, [verification_id]);
  const naming = unclear.rows.filter(({ body }) => mentionedIds(body).has(verification_id)).map(({ id }) => id);
  const { rows } = await tx.query<{ deliveries: number; readings: number; hashes: string[] }>(DELETE_INBOX, [
    verification_id,
    naming,
  ]);
  return rows[0] ?? { deliveries: 0, readings: 0, hashes: [] };
}

/**
 * Lifts the erasure of a verification, in the transaction that stores its new read, and records the requesting user;
 * without effect for others. Signatures of erased deliveries stay known: their copies are not new.
 */
export async function liftErasure(tx: Client, verification_id: string, actor: Actor): Promise<void> {
  // Before any row, as erasing does.
  await tx.query("LOCK TABLE inbox IN ROW EXCLUSIVE MODE");
  const mark = await markOf(tx, verification_id);
  if (!mark) return;
  const { rowCount } = await tx.query("DELETE FROM erased_verifications WHERE id_hash = $1", [mark]);
  if (!rowCount) return;
  await writeAudit(tx, { action: "verification.brought_back", ids: { verification_id }, actor });
  await appendLifted(tx, verification_id);
}
