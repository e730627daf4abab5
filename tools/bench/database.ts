import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { startPostgres } from "#lib/launch/postgres/postgres.ts";
import { type Database, openDatabase } from "#lib/platform/server/db/database.ts";
import { migrate } from "#lib/platform/server/db/migrate.ts";

const CACHE = join(import.meta.dirname, "../../.cache");

/** A folder until the stack ends, on the project's own disk: the system's may be memory, where fsync costs nothing. */
export function ownFolder(stack: AsyncDisposableStack): string {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, "own-"));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts PostgreSQL as the launcher does; returns the address of its empty database. */
export async function startServer(dataDir: string, stack: AsyncDisposableStack): Promise<string> {
  const postgres = await startPostgres({ dataDir });
  stack.defer(() => postgres.stop());
  return postgres.databaseUrl;
}

/** The same with a migrated database. */
export async function startDatabase(dataDir: string, stack: AsyncDisposableStack): Promise<string> {
  const databaseUrl = await startServer(dataDir, stack);
  await migrate(databaseUrl);
  return databaseUrl;
}

/** At most `max` connections, without the product's limits on a statement. */
export function connect(url: string, max: number, stack: AsyncDisposableStack): Database {
  const database = openDatabase(url, { name: "benchmark", max, withoutTimeLimits: true });
  stack.defer(() => database.close());
  return database;
}
