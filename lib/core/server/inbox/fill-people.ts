import { setImmediate as nextTurn } from "node:timers/promises";
import { lockSummaries } from "#lib/core/server/projections/summarise.ts";
import { writePeople } from "#lib/core/server/projections/write-people.ts";
import type { PeriodicTask } from "#lib/platform/server/base/periodic-task.ts";
import { type Client, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";

/** Few files, since their deliveries wait for the batch. */
const BATCH_SIZE = 100;

const NEXT_FILES = `
  SELECT DISTINCT verification_id FROM verification_people WHERE NOT told_apart ORDER BY verification_id LIMIT ${BATCH_SIZE}`;

/** Writes the roles and years of birth of people written by an earlier version, from stored answers. */
export async function fillPeople({ pool }: Pooled, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await inTransaction(pool, fillBatch))) await nextTurn();
}

/** False when nothing is left. */
async function fillBatch(tx: Client): Promise<boolean> {
  // As workers do: no erasure deletes the found rows before they are locked.
  await tx.query("LOCK TABLE inbox IN ROW SHARE MODE");
  const { rows } = await tx.query<{ verification_id: string }>(NEXT_FILES);
  if (rows.length === 0) return false;
  const ids = rows.map(({ verification_id }) => verification_id);
  await lockSummaries(tx, ids);
  await writePeople(tx, ids, []);
  return true;
}

export const peopleTasks = (connection: Pooled): PeriodicTask[] => [
  {
    name: "people of earlier versions",
    everyMs: 60_000,
    due: "SELECT '-infinity'::timestamptz WHERE EXISTS (SELECT FROM verification_people WHERE NOT told_apart)",
    run: (signal) => fillPeople(connection, signal),
  },
];
