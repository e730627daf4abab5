import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { env } from "#lib/platform/server/base/env.ts";
import type { Log } from "#lib/platform/server/base/log.ts";
import type { PeriodicTask } from "#lib/platform/server/base/periodic-task.ts";
import { LOCKS, tryLock } from "#lib/platform/server/db/advisory-lock.ts";
import type { Migrations } from "#lib/platform/server/db/migrate.ts";
import { connect } from "#lib/platform/server/db/session.ts";
import { writeBackup } from "./backup.ts";
import { SCHEMAS } from "./schemas.ts";

export type Schedule = {
  databaseUrl: string;
  directory: string;
  /** Hours between the beginnings of two backups. */
  every: number;
  keep: number;
  schemas: readonly Migrations[];
};

/** Hours until a retry after a failure, if the next backup is not due earlier. */
const RETRY_HOURS = 1;

/**
 * A backup is due by the start of the last one, including failed ones, or if an admin has requested one since: GREATEST
 * leaves out the null of no request. A row without an end is from a dead worker: the holder of the lock knows that no
 * other worker writes.
 */
const INTERRUPTED = "UPDATE backups SET ended_at = now(), error = 'INTERRUPTED' WHERE scheduled AND ended_at IS NULL";
const DUE = `
  SELECT COALESCE(GREATEST(good + make_interval(secs => $1 * 3600) < now(), requested_at > good), true)
    AND COALESCE(GREATEST(bad + make_interval(secs => LEAST($1, ${RETRY_HOURS}) * 3600) < now(), requested_at > bad), true) AS due
  FROM (SELECT max(began_at) FILTER (WHERE error IS NULL) AS good, max(began_at) FILTER (WHERE error IS NOT NULL) AS bad
    FROM backups WHERE scheduled) AS last,
    (SELECT max(at) AS requested_at FROM audit_log WHERE action = 'backup.requested' AND outcome = 'done') AS asked`;
/** The page and a year's audit trail refer to no backup of this age. */
const DELETE_OLD = "DELETE FROM backups WHERE began_at < now() - interval '400 days'";

const FILE_NAME = /^cotejo-\d{8}T\d{9}Z\.zip(\.partial)?$/;

const fileName = (now: Date) => `cotejo-${now.toISOString().replaceAll(/[-:.]/g, "")}.zip`;

/** Writes a backup if it is due and no other worker writes it. Returns its file; undefined if there was nothing to do. */
export async function backUpIfDue(schedule: Schedule, signal: AbortSignal): Promise<string | undefined> {
  const { databaseUrl, directory, every, keep, schemas } = schedule;
  const client = await connect(databaseUrl, "cotejo backup lock");
  try {
    if (!(await tryLock(client, LOCKS.scheduledBackup))) return undefined;
    await client.query(INTERRUPTED);
    if (!(await client.query<{ due: boolean }>(DUE, [every])).rows[0]?.due) return undefined;
    await client.query(DELETE_OLD);
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const cut = (await backupFiles(directory)).filter((name) => name.endsWith(".partial"));
    await deleteAll(directory, cut);
    const file = join(directory, fileName(new Date()));
    await writeBackup({ databaseUrl, file, schemas, scheduled: true, signal });
    const whole = (await backupFiles(directory)).filter((name) => name.endsWith(".zip"));
    await deleteAll(directory, whole.slice(0, Math.max(0, whole.length - keep)));
    return file;
  } finally {
    // Closing the connection releases the lock.
    await client.end();
  }
}

/** Backups by this task, oldest first; other files in the folder are never deleted. */
const backupFiles = async (directory: string): Promise<string[]> =>
  (await readdir(directory)).filter((name) => FILE_NAME.test(name)).toSorted();

async function deleteAll(directory: string, names: readonly string[]): Promise<void> {
  for (const name of names) await rm(join(directory, name), { force: true });
}

/** The worker's task, if BACKUP_EVERY is set. Every worker checks each minute; one of them writes. */
export function backupTasks(databaseUrl: string, log: Pick<Log, "info">): PeriodicTask[] {
  const { BACKUP_DIR: directory, BACKUP_EVERY: every, BACKUP_KEEP: keep } = env();
  if (!directory || !every) return [];
  const schedule = { databaseUrl, directory, every, keep, schemas: SCHEMAS };
  const run = async (signal: AbortSignal) => {
    const began = performance.now();
    const file = await backUpIfDue(schedule, signal);
    if (file) log.info({ file, seconds: Math.round((performance.now() - began) / 1_000) }, "backup written");
  };
  return [{ name: "scheduled backup", everyMs: 60_000, run }];
}
