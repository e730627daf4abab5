import type { Client } from "#lib/platform/server/db/database.ts";
import { type Follower, follow } from "#lib/platform/server/db/follow.ts";
import { entriesOf, SEALED_KINDS, type SealedKind, SOURCE } from "./entries.ts";

const newestOf = (kind: SealedKind): string =>
  `SELECT '${kind}' AS kind, COALESCE((SELECT max(id) FROM ${entriesOf(kind)}), 0) AS id`;

const NEWEST = SEALED_KINDS.map(newestOf).join(" UNION ALL ");

export const IS_BEHIND = `
  SELECT EXISTS (
    SELECT FROM evidence_progress AS progress JOIN (${NEWEST}) AS newest USING (kind) WHERE settled_id < newest.id
  ) AS behind`;

/** Whether there are entries that are not sealed, or not settled yet. */
export const isBehind = async (client: Client): Promise<boolean> =>
  (await client.query<{ behind: boolean }>(IS_BEHIND)).rows[0]?.behind ?? false;

/** SQL: the times of unsealed entries, of the oldest `max` of each table. */
export const unsealedTimes = (max: number): string =>
  SEALED_KINDS.map(
    (kind) => `(SELECT ${SOURCE[kind].writtenAt} AS at FROM ${entriesOf(kind)}
      AND source.id > (SELECT newest_id FROM evidence_progress WHERE kind = '${kind}')
      ORDER BY source.id LIMIT ${max})`,
  ).join(" UNION ALL ");

const IS_LATE = `
  SELECT EXISTS (
    SELECT FROM (${unsealedTimes(1)}) AS oldest WHERE at < now() - make_interval(secs => $1)
  ) AS late`;

/** Whether the oldest unsealed entry was written more than `afterMs` ago. */
export const isLate = async (client: Client, afterMs: number): Promise<boolean> =>
  (await client.query<{ late: boolean }>(IS_LATE, [afterMs / 1000])).rows[0]?.late ?? false;

export type Followers = Record<SealedKind, Follower>;

export const followSealed = (): Followers =>
  Object.fromEntries(SEALED_KINDS.map((kind) => [kind, follow(SOURCE[kind].table)])) as Followers;

/** The progress of sealing a table at the beginning of a batch. */
export type Progress = {
  kind: SealedKind;
  settled_id: number;
  newest_id: number;
  read_id: number;
  /** The greatest visible entry. */
  last_id: number;
};

const TAKE = `
  SELECT kind, settled_id, newest_id, read_id, newest.id AS last_id
  FROM evidence_progress AS progress JOIN (${NEWEST}) AS newest USING (kind)`;

export async function readProgress(tx: Client): Promise<Progress[]> {
  const { rows } = await tx.query<Progress>(TAKE);
  return SEALED_KINDS.flatMap((kind) => rows.filter((row) => row.kind === kind));
}

/** `swept`: all visible entries up to `sealed_id` are sealed, entries that committed late included. */
type Sealed = { sealed_id: number; swept: boolean };

/** `settled`: the id up to which every entry was visible before the batch read its entries. */
export async function storeProgress(
  tx: Client,
  { kind, read_id }: Progress,
  { sealed_id, swept }: Sealed,
  settled: number | null,
): Promise<void> {
  const settles = swept && settled !== null && read_id <= Math.min(settled, sealed_id);
  await tx.query("SELECT advance_evidence($1, $2, $3)", [kind, sealed_id, settles]);
}
