import { statfs } from "node:fs/promises";
import type { Capacity } from "#lib/core/contract/status.ts";
import { env } from "#lib/platform/server/base/env.ts";
import { type Database, database, findRow, type Pooled } from "#lib/platform/server/db/database.ts";

/** Lifetime of a measurement: every open tab asks for it, and sizes change slowly. */
const CACHE_MS = 10_000;

const USAGE = `
  SELECT pg_database_size(current_database()) AS database_bytes,
    (SELECT sum(numbackends)::int FROM pg_stat_database) AS used,
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS allowed`;

const answers = new WeakMap<Database["pool"], { at: number; capacity: Promise<Capacity> }>();

/** Size of the database, used connections, and free space of the folders, at most `CACHE_MS` old. */
export function readCapacity({ pool }: Pooled = database()): Promise<Capacity> {
  const last = answers.get(pool);
  if (last && performance.now() - last.at < CACHE_MS) return last.capacity;
  const capacity = measure(pool);
  answers.set(pool, { at: performance.now(), capacity });
  capacity.catch(() => answers.delete(pool));
  return capacity;
}

async function measure(pool: Database["pool"]): Promise<Capacity> {
  const { DATA_DIR, BACKUP_DIR } = env();
  const [row, ...disks] = await Promise.all([
    findRow<{ database_bytes: number; used: number; allowed: number }>(pool, USAGE),
    diskOf("DATA_DIR", DATA_DIR),
    diskOf("BACKUP_DIR", BACKUP_DIR),
  ]);
  if (!row) throw new Error("the query of the database's size returned no row");
  const { database_bytes, ...connections } = row;
  return { database_bytes, connections, disks: disks.flat() };
}

async function diskOf(
  folder: Capacity["disks"][number]["folder"],
  path: string | undefined,
): Promise<Capacity["disks"]> {
  if (path === undefined) return [];
  return statfs(path).then(
    ({ bsize, blocks, bavail }) => [{ folder, bytes: bsize * blocks, free_bytes: bsize * bavail }],
    // A process that was started without the launcher may have no such folder.
    () => [],
  );
}
