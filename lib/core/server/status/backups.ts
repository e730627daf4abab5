import type { Backup, BackupStatus, Restore } from "#lib/core/contract/status.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import { type Client, database, findRow, type Pooled } from "#lib/platform/server/db/database.ts";
import { RUNS } from "./instances.ts";

/** A due backup starts within a minute, and is retried within an hour after a failure. */
const LATE_TOLERANCE = "interval '1 hour'";
/** A backup that runs for longer counts as dead; until then a running backup is not late. */
const MAX_DURATION = "interval '6 hours'";

type BackupRow = {
  last_succeeded_at: Instant | null;
  last_failed_at: Instant | null;
  late: boolean | null;
};

/** A backup is late if it has been due for an hour while a process ran that could write it. */
const STATUS = `
  SELECT last_succeeded_at, CASE WHEN failed_at > last_succeeded_at OR last_succeeded_at IS NULL THEN failed_at END AS last_failed_at,
    NOT under_way AND GREATEST(
      last_began_at + make_interval(secs => $1::float8 * 3600), (SELECT min(started_at) FROM instances WHERE ${RUNS})
    ) + ${LATE_TOLERANCE} < now() AS late
  FROM (
    SELECT max(ended_at) FILTER (WHERE error IS NULL) AS last_succeeded_at,
      max(began_at) FILTER (WHERE error IS NULL AND ended_at IS NOT NULL) AS last_began_at,
      max(ended_at) FILTER (WHERE error IS NOT NULL) AS failed_at,
      COALESCE(bool_or(ended_at IS NULL AND began_at > now() - ${MAX_DURATION}), false) AS under_way
    FROM backups WHERE scheduled OR $1::float8 IS NULL
  ) AS known`;

/** The state of backups written at this interval in hours; null without a schedule. */
export async function getBackupStatus(every_hours: number | null, client: Client): Promise<BackupStatus> {
  const row = await findRow<BackupRow>(client, STATUS, [every_hours]);
  if (!row) throw new Error("the query of the backups' state returned no row");
  const { late, ...times } = row;
  return { state: stateOf(row, every_hours), every_hours, ...times };
}

function stateOf(
  { last_succeeded_at, last_failed_at, late }: BackupRow,
  every_hours: number | null,
): BackupStatus["state"] {
  if (every_hours === null) return "off";
  if (last_failed_at !== null) return "failed";
  if (late) return "overdue";
  return last_succeeded_at === null ? "pending" : "ok";
}

const MAX_LISTED = 10;

/** The last backups, scheduled or not, the latest first. */
export async function listBackups({ pool }: Pooled = database()): Promise<Backup[]> {
  const { rows } = await pool.query<Backup>(
    `SELECT id, began_at, ended_at, scheduled, version, host, file, bytes, rows, error FROM backups
     ORDER BY began_at DESC, id DESC LIMIT ${MAX_LISTED}`,
  );
  return rows;
}

export const getLastRestore = ({ pool }: Pooled = database()): Promise<Restore | null> =>
  findRow<Restore>(
    pool,
    `SELECT restored_at, taken_at, version, file, erasure_log, erased, lifted, api_key FROM restores
     ORDER BY restored_at DESC, id DESC LIMIT 1`,
  );
