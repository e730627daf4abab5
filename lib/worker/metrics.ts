import { setTimeout as delay } from "node:timers/promises";
import { getBackupStatus } from "#lib/core/server/status/backups.ts";
import { readCapacity } from "#lib/core/server/status/capacity.ts";
import { getInboxState } from "#lib/core/server/status/inbox.ts";
import { listInstances } from "#lib/core/server/status/instances.ts";
import { countOpenReviews } from "#lib/desk/server/review/lanes.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import { env } from "#lib/platform/server/base/env.ts";
import { gauge, refreshBefore } from "#lib/platform/server/base/metrics.ts";
import type { Pooled } from "#lib/platform/server/db/database.ts";

/** Without an answer in this time the values are unknown: monitoring waits ten seconds at most. */
const TIMEOUT_MS = 3_000;

const isUp = gauge("cotejo_database_up", "1 where the database answers, else 0.");
const pending = gauge("cotejo_inbox_pending", "Stored rows of the inbox that are not applied yet; counted to 10,000.");
const oldest = gauge("cotejo_inbox_oldest_pending_seconds", "Time since the first of them came; 0 without one.");
const reviews = gauge("cotejo_reviews_open", "Reviews in a lane of the desk; counted to 1,001.", ["lane"]);
const instances = gauge("cotejo_instances", "Processes of all machines, by whether they give a sign of life.", [
  "kind",
  "state",
]);
const databaseBytes = gauge("cotejo_database_bytes", "Size of the database.");
const serverConnections = gauge("cotejo_db_server_connections", "Connections of everybody to the database's server.", [
  "state",
]);
const diskBytes = gauge("cotejo_disk_free_bytes", "Room on the disk under this folder of the worker's machine.", [
  "folder",
]);
const backupAge = gauge("cotejo_backup_age_seconds", "Time since a scheduled backup succeeded; NaN before the first.");
const backupsLate = gauge("cotejo_backups_late", "1 where a scheduled backup has failed or is overdue, else 0.");

/** Reads the database's numbers before each answer of the metrics; unknown numbers are NaN. */
export function measureDatabase(database: Pooled): void {
  refreshBefore(async () => {
    const reading = Promise.all([
      getInboxState(database.pool),
      countOpenReviews(database),
      listInstances(database.pool),
      readCapacity(database),
      getBackupStatus(env().BACKUP_EVERY ?? null, database.pool),
    ]);
    const read = await Promise.race([reading, delay(TIMEOUT_MS, null, { ref: false })]).catch(() => null);
    reading.catch(() => undefined);
    isUp.set(read ? 1 : 0);
    const [inbox, lanes = [], processes = [], capacity, backup] = read ?? [];
    pending.set(inbox?.waiting ?? Number.NaN);
    oldest.set(inbox?.oldest_at === null ? 0 : secondsSince(inbox?.oldest_at));
    reviews.reset();
    for (const { lane, count } of lanes) reviews.set({ lane }, count);
    instances.reset();
    for (const { process: kind, silent } of processes) instances.inc({ kind, state: silent ? "silent" : "running" });
    databaseBytes.set(capacity?.database_bytes ?? Number.NaN);
    serverConnections.set({ state: "used" }, capacity?.connections.used ?? Number.NaN);
    serverConnections.set({ state: "allowed" }, capacity?.connections.allowed ?? Number.NaN);
    for (const { folder, free_bytes } of capacity?.disks ?? []) diskBytes.set({ folder }, free_bytes);
    backupAge.set(secondsSince(backup?.last_succeeded_at));
    backupsLate.set(backup?.state === "failed" || backup?.state === "overdue" ? 1 : 0);
  });
}

const secondsSince = (at: Instant | null | undefined): number =>
  at ? Math.max(0, (Date.now() - Date.parse(at)) / 1000) : Number.NaN;
