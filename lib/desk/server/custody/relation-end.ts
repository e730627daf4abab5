import { notifyChanged } from "#lib/core/server/live/notify.ts";
import { isKnownFile } from "#lib/core/server/titles/find-file.ts";
import type { FileCustody } from "#lib/desk/contract/custody/custody.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import { startOfDay } from "#lib/platform/contract/working-time.ts";
import { conflict, invalid, notFound } from "#lib/platform/server/base/errors.ts";
import { type Client, database, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import { TIME_ZONE_OF_POLICY } from "#lib/platform/server/db/time-zone.ts";
import { readFileCustody } from "./grounds.ts";
import { lockCustody } from "./lock.ts";

type RelationEnd = { verification_id: string; ended_on: string | null };
type ChangedRelation = { before: string | null; custody: FileCustody };

const RELATION_FACTS = `
  SELECT now() AS now, (SELECT to_char(ended_on, 'YYYY-MM-DD') FROM relation_ends WHERE verification_id = $1) AS before,
    EXISTS (SELECT FROM custody_grounds($1) WHERE ground NOT IN ('hold', 'undecided')) AS decided,
    ${TIME_ZONE_OF_POLICY} AS time_zone`;

type RelationFacts = { now: Instant; before: string | null; decided: boolean; time_zone: string };

const readRelationFacts = async (tx: Client, verification_id: string): Promise<RelationFacts> =>
  (await tx.query<RelationFacts>(RELATION_FACTS, [verification_id])).rows[0] as RelationFacts;

/** Whether the file has a decision that counts: then its retention can count from the end of the relation. */
export const decidedFile = async (tx: Client, verification_id: string): Promise<boolean> =>
  (await readRelationFacts(tx, verification_id)).decided;

const SET = `
  INSERT INTO relation_ends (verification_id, ended_on, ended_at) VALUES ($1, $2, $3)
  ON CONFLICT (verification_id) DO UPDATE SET (ended_on, ended_at) = ROW (EXCLUDED.ended_on, EXCLUDED.ended_at)`;

/** Writes the end, or removes it. Throws VALIDATION_ERROR for a day that has not begun. The transaction holds the custody's lock. */
export async function writeRelationEnd(
  tx: Client,
  { verification_id, ended_on }: RelationEnd,
  { now, time_zone }: Pick<RelationFacts, "now" | "time_zone">,
): Promise<void> {
  if (ended_on === null) {
    await tx.query("DELETE FROM relation_ends WHERE verification_id = $1", [verification_id]);
  } else {
    const ended_at = startOfDay(ended_on, time_zone);
    if (Date.parse(ended_at) > Date.parse(now)) throw invalid("Invalid ended_on: this day has not begun.");
    await tx.query(SET, [verification_id, ended_on, ended_at]);
  }
  // The retention checks the file again.
  await tx.query("UPDATE custody_kept SET look_again_at = now() WHERE verification_id = $1", [verification_id]);
}

/**
 * Sets the day on which the business relation of a decided file ended, or removes it; `whenSet` runs in the same
 * transaction. Throws NOT_FOUND, CONFLICT for a file without a decision, and VALIDATION_ERROR for a day that has not begun
 * in the zone of the policy.
 */
export async function setRelationEnd(
  { verification_id, ended_on }: RelationEnd,
  connection: Pooled = database(),
  whenSet: (tx: Client) => Promise<void> = async () => {},
): Promise<ChangedRelation> {
  const before = await inTransaction(connection.pool, async (tx) => {
    await lockCustody(tx, "change");
    if (!(await isKnownFile(tx, verification_id))) throw notFound("This verification");
    const found = await readRelationFacts(tx, verification_id);
    if (!found.decided) throw conflict("Only a decided file has an end of its relation.");
    await writeRelationEnd(tx, { verification_id, ended_on }, found);
    await whenSet(tx);
    await notifyChanged(tx, new Map([[verification_id, new Set(["review" as const])]]));
    return found.before;
  });
  return { before, custody: await readFileCustody(verification_id, connection) };
}
