import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as applyMigrations } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";

/** Any constant will do; it only has to be the same in every process that migrates. */
const MIGRATION_LOCK = 7_206_455_219;

export const MIGRATIONS = join(import.meta.dirname, "migrations");

/**
 * Brings the database to the newest schema that `folder` holds. Several processes may call it at once: an advisory lock, held on the one
 * connection that migrates, lets them pass one after the other.
 */
export async function migrate(databaseUrl: string, folder = MIGRATIONS): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await client.query("SET client_min_messages = warning");
    await client.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await applyMigrations(drizzle({ client }), { migrationsFolder: folder });
  } finally {
    await client.end();
  }
}
