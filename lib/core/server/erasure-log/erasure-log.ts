import { findMarkKey, type MarkOf, markedBy, markOf } from "#lib/core/server/inbox/erasure-marks.ts";
import { openKey } from "#lib/core/server/vault/dashboard-keys.ts";
import { masterKeys } from "#lib/core/server/vault/vault.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import type { Actor } from "#lib/platform/server/audit/actor.ts";
import { writeAudit } from "#lib/platform/server/audit/write.ts";
import { env } from "#lib/platform/server/base/env.ts";
import { LOCKS } from "#lib/platform/server/db/advisory-lock.ts";
import { type Client, database, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import { appendLines, readErasureLog } from "./erasure-log-file.ts";
import {
  apiKeyLine,
  blockedLine,
  type ErasureLog,
  erasureKeyLine,
  type Line,
  markLine,
  nameOfKey,
} from "./erasure-log-lines.ts";

/** Limits a request's wait for a running lifting, and a lifting's wait for the worker. */
const SET_LOCK_TIMEOUT = "SELECT set_config('lock_timeout', '3s', true)";

const ERASED_MARK = "SELECT erased_at AS at FROM erased_verifications WHERE id_hash = $1 FOR SHARE";

/** A blocked file that nothing covers any more ends now: the retention erases it next. */
const BLOCKED = `
  SELECT id_hash, blocked_at AS at,
    CASE WHEN ends IS NULL THEN now() WHEN ends <> 'infinity' THEN ends END AS until
  FROM blocked_verifications CROSS JOIN LATERAL (
    SELECT GREATEST(kept_until(verification_id, false), not_before) AS ends
  ) AS last`;

type BlockedRow = { id_hash: Buffer; at: Instant; until: Instant | null };

/**
 * Writes a committed erasure or blocking to the log, and locks its mark meanwhile, so that the line of a lifting, or of
 * the erasure of a blocked file, comes after. False if the line is not written. Never throws, since the work is done.
 */
export async function appendMark({ pool }: Pooled, verification_id: string): Promise<boolean> {
  const directory = env().BACKUP_DIR;
  if (!directory) return false;
  try {
    return await inTransaction(pool, async (tx) => {
      await tx.query(SET_LOCK_TIMEOUT);
      const key = await findMarkKey(tx);
      if (!key) return false;
      const mark = markedBy(key)(verification_id);
      const [held] = (await tx.query<{ at: Instant }>(ERASED_MARK, [mark])).rows;
      // Not erased: the file is blocked, or its erasure was lifted, as the log shows.
      if (!held) return await appendBlocked(tx, key, mark, directory);
      return appendLines([erasureKeyLine(key, held.at), markLine("erased", key, mark, held.at)], directory);
    });
  } catch {
    return false;
  }
}

async function appendBlocked(tx: Client, key: Buffer, mark: Buffer, directory: string): Promise<boolean> {
  const [row] = (await tx.query<BlockedRow>(`${BLOCKED} WHERE id_hash = $1 FOR SHARE OF blocked_verifications`, [mark]))
    .rows;
  if (!row) return false;
  return appendLines([erasureKeyLine(key, row.at), blockedLine(key, mark, row.at, row.until)], directory);
}

/**
 * Lifts the erasure of a verification, in the transaction that stores its new read, and records the requesting user; without
 * effect for a verification that is not erased. Signatures of erased deliveries stay known: their copies are not new.
 */
export async function liftErasure(tx: Client, verification_id: string, actor: Actor): Promise<void> {
  // Locked before any row, as by an erasure.
  await tx.query("LOCK TABLE inbox IN ROW EXCLUSIVE MODE");
  const mark = await markOf(tx, verification_id);
  if (!mark) return;
  const { rowCount } = await tx.query("DELETE FROM erased_verifications WHERE id_hash = $1", [mark]);
  if (!rowCount) return;
  await writeAudit(tx, { action: "verification.brought_back", ids: { verification_id }, actor });
  await appendLifted(tx, verification_id);
}

/**
 * Writes a lifting to the log, in the transaction that has deleted its mark and before its commit: the worker corrects
 * the line if the commit fails. False if the line is not written.
 */
async function appendLifted(tx: Client, verification_id: string): Promise<boolean> {
  const directory = env().BACKUP_DIR;
  if (!directory) return false;
  const key = await findMarkKey(tx);
  if (!key) return false;
  const time = await clockOf(tx);
  const mark = markedBy(key)(verification_id);
  return appendLines([erasureKeyLine(key, time), markLine("lifted", key, mark, time)], directory);
}

async function clockOf(client: Client): Promise<Instant> {
  const { rows } = await client.query<{ at: Instant }>("SELECT clock_timestamp() AS at");
  return rows[0]?.at as Instant;
}

/**
 * Appends the lines that the log of this machine lacks: erasures, liftings and blocked files of another machine, or of
 * a process that died or could not write; the current API key; and both keys again after a new master secret. Returns
 * the number of lines.
 */
export async function reconcileErasureLog(
  { pool }: Pooled = database(),
  directory = env().BACKUP_DIR,
): Promise<number> {
  if (!directory) return 0;
  return inTransaction(pool, async (tx) => {
    await tx.query("SELECT pg_advisory_xact_lock($1)", [LOCKS.erasureLog]);
    const log = await readErasureLog(directory, masterKeys().slice(0, 1));
    const lines = [...(await missingMarks(tx, log)), ...(await missingApiKey(tx, log))];
    if (lines.length === 0) return 0;
    return (await appendLines(lines, directory)) ? lines.length : 0;
  });
}

async function missingMarks(tx: Client, log: ErasureLog): Promise<Line[]> {
  const key = await findMarkKey(tx);
  if (!key) return [];
  let marks = await differingMarks(tx, log, key);
  if (marks.length > 0) {
    // Nobody erases or lifts until the lines are written, so that they are current.
    await tx.query(SET_LOCK_TIMEOUT);
    await tx.query("LOCK TABLE erased_verifications, blocked_verifications IN SHARE MODE");
    marks = await differingMarks(tx, log, key);
  }
  if (log.keys.has(nameOfKey(key)) && marks.length === 0) return [];
  return [erasureKeyLine(key, await clockOf(tx)), ...marks];
}

async function differingMarks(tx: Client, log: ErasureLog, key: Buffer): Promise<Line[]> {
  const { rows } = await tx.query<{ id_hash: Buffer; at: Instant }>(
    "SELECT id_hash, erased_at AS at FROM erased_verifications",
  );
  const known = new Set(rows.map(({ id_hash }) => id_hash.toString("hex")));
  const unwritten = rows
    .filter(({ id_hash }) => log.newest.get(id_hash.toString("hex"))?.kind !== "erased")
    .map(({ id_hash, at }) => markLine("erased", key, id_hash, at));
  const { rows: blocked } = await tx.query<BlockedRow>(BLOCKED);
  for (const { id_hash, at, until } of blocked) {
    const id = id_hash.toString("hex");
    known.add(id);
    if (log.newest.get(id)?.kind !== "blocked") unwritten.push(blockedLine(key, id_hash, at, until));
  }
  const unknown = [...log.newest].filter(([id, { kind }]) => kind !== "lifted" && !known.has(id));
  if (unknown.length === 0) return unwritten;
  const liftings = await liftingsByMark(tx, markedBy(key));
  const lifted = unknown.flatMap(([id, { at }]) => {
    const lifting = liftings.get(id);
    // In a database that was restored to an earlier time the erasure counts.
    return lifting && Date.parse(lifting.at) > Date.parse(at) - MARGIN_MS
      ? [markLine("lifted", key, lifting.mark, lifting.at)]
      : [];
  });
  return [...unwritten, ...lifted];
}

/** Both times are of the beginning of a transaction: a lifting may seem a little older than its erasure. */
const MARGIN_MS = 10_000;

/** The last lifting of each verification in the trail. */
async function liftingsByMark(tx: Client, markOf: MarkOf): Promise<Map<string, { mark: Buffer; at: Instant }>> {
  const { rows } = await tx.query<{ verification_id: string; at: Instant }>(
    `SELECT ids ->> 'verification_id' AS verification_id, max(at) AS at FROM audit_log
     WHERE action = 'verification.brought_back' GROUP BY 1`,
  );
  return new Map(
    rows.map(({ verification_id, at }) => {
      const mark = markOf(verification_id);
      return [mark.toString("hex"), { mark, at }];
    }),
  );
}

const CURRENT_KEY =
  "SELECT id, service_key_id, name FROM dashboard_keys WHERE state = 'current' ORDER BY created_at DESC LIMIT 1";

async function missingApiKey(tx: Client, log: ErasureLog): Promise<Line[]> {
  const { rows } = await tx.query<{ id: string; service_key_id: string | null; name: string | null }>(CURRENT_KEY);
  const [current] = rows;
  if (!current) return [];
  const { id, ...known } = current;
  const value = await openKey(tx, id);
  if (log.apiKey?.value === value && log.apiKey.service_key_id === known.service_key_id) return [];
  return [apiKeyLine({ value, ...known }, await clockOf(tx))];
}
