import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import pg from "pg";

/** Any constant will do; it only has to be the same in every process that migrates. */
const MIGRATION_LOCK = 7_206_455_219;

/**
 * The SQL files of a folder, applied in the order of their names, each once: `schema` holds the list of those that
 * were.
 */
export type Migrations = { schema: string; folder: string };

const DASHBOARD: Migrations = { schema: "public", folder: join(import.meta.dirname, "migrations") };

/** The database is not one that this version may migrate. It has been left as it was; the message says what to do. */
export class MigrationError extends Error {}

/** Where versions before 0.1.0 kept what they had applied. */
const BEFORE_RELEASE = "coalesce(to_regclass('drizzle.__drizzle_migrations'), to_regclass('sandbox.migration'))";

/**
 * Brings the database to the newest schema, all of it or nothing. Several processes may call it at once: an advisory lock
 * lets them pass one after the other. Throws MigrationError.
 */
export async function migrate(databaseUrl: string, { schema, folder } = DASHBOARD): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await client.query("BEGIN");
    await client.query("SET LOCAL client_min_messages = warning");
    await client.query("SELECT pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
    for (const file of await filesToApply(client, { schema, folder })) {
      await client.query(readFileSync(join(folder, file), "utf8"));
      await client.query(`INSERT INTO ${schema}.schema_migrations (name) VALUES ($1)`, [basename(file, ".sql")]);
    }
    await client.query("COMMIT");
  } finally {
    await client.end();
  }
}

async function filesToApply(client: pg.Client, { schema, folder }: Migrations): Promise<string[]> {
  const found = await client.query<{ outdated: boolean }>(`SELECT ${BEFORE_RELEASE} IS NOT NULL AS outdated`);
  if (found.rows[0]?.outdated) {
    throw new MigrationError(
      "the database is of a version before 0.1.0, which cannot be migrated; nothing in it was changed: name an empty one by DATABASE_URL, or another folder by DATA_DIR",
    );
  }
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
  await client.query(
    `CREATE TABLE IF NOT EXISTS ${schema}.schema_migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())`,
  );
  const { rows } = await client.query<{ name: string }>(`SELECT name FROM ${schema}.schema_migrations ORDER BY name`);
  const applied = rows.map(({ name }) => name);
  const files = readdirSync(folder).toSorted();
  const newer = applied.filter((name) => !files.includes(`${name}.sql`));
  if (newer.length > 0) {
    throw new MigrationError(
      `the database is of a newer version (it has ${newer.join(", ")}); nothing in it was changed: start that version, or a later one`,
    );
  }
  return files.filter((file) => !applied.includes(basename(file, ".sql")));
}
