import { type Database, database } from "#lib/server/db/database.ts";

/** A process beats every few seconds; one that has not for this long is missing. */
const SILENT_AFTER_SECONDS = 30;

/** What this installation lacks of its own: `database`, `receiver`, `worker`. Empty when it is ready (design §9). */
export async function findMissing({ pool }: Pick<Database, "pool"> = database()): Promise<string[]> {
  try {
    const { rows } = await pool.query<{ process: string }>(
      `SELECT process FROM heartbeats WHERE beat_at > now() - make_interval(secs => $1) GROUP BY process`,
      [SILENT_AFTER_SECONDS],
    );
    const alive = new Set(rows.map((row) => row.process));
    return ["receiver", "worker"].filter((process) => !alive.has(process));
  } catch {
    return ["database"];
  }
}
