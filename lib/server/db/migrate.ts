import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import pg from "pg";

/** Any constant will do; it only has to be the same in every process that migrates. */
const MIGRATION_LOCK = 7_206_455_219;

/**
 * The SQL files of a folder, applied in the order of their names, each once: `schema` holds the list of those that
 * were, with their digests. A file that has been applied is never edited once it is released.
 */
export type Migrations = { schema: string; folder: string };

const DASHBOARD: Migrations = { schema: "public", folder: join(import.meta.dirname, "migrations") };

/** The database is not one that this version may migrate. It has been left as it was; the message says what to do. */
export class MigrationError extends Error {}

const OUTDATED =
  "the database is of a version before this one, which cannot be migrated; nothing in it was changed: name an empty one by DATABASE_URL, or another folder by DATA_DIR";

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
      const { sql, digest } = readMigration(folder, file);
      await client.query(sql);
      await client.query(`INSERT INTO ${schema}.schema_migrations (name, digest) VALUES ($1, $2)`, [
        basename(file, ".sql"),
        digest,
      ]);
    }
    await client.query("COMMIT");
  } finally {
    await client.end();
  }
}

async function filesToApply(client: pg.Client, { schema, folder }: Migrations): Promise<string[]> {
  const found = await client.query<{ outdated: boolean }>(`SELECT ${BEFORE_RELEASE} IS NOT NULL AS outdated`);
  if (found.rows[0]?.outdated) throw new MigrationError(OUTDATED);
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
  await client.query(
    `CREATE TABLE IF NOT EXISTS ${schema}.schema_migrations
       (name text PRIMARY KEY, digest text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`,
  );
  // Without digests it is older than they are.
  const { rows } = await client.query<{ name: string; digest: string | null }>(
    `SELECT name, to_jsonb(applied) ->> 'digest' AS digest FROM ${schema}.schema_migrations AS applied ORDER BY name`,
  );
  const applied = rows.map(({ name }) => name);
  const files = readdirSync(folder).toSorted();
  const newer = applied.filter((name) => !files.includes(`${name}.sql`));
  if (newer.length > 0) {
    throw new MigrationError(
      `the database is of a newer version (it has ${newer.join(", ")}); nothing in it was changed: start that version, or a later one`,
    );
  }
  // Its schema would differ from what every statement takes for granted, and nothing would say so.
  const changed = rows.some(({ name, digest }) => digest !== readMigration(folder, `${name}.sql`).digest);
  if (changed) throw new MigrationError(OUTDATED);
  return files.filter((file) => !applied.includes(basename(file, ".sql")));
}

/** The digest is of the text, whatever ends its lines. */
function readMigration(folder: string, file: string): { sql: string; digest: string } {
  const sql = readFileSync(join(folder, file), "utf8");
  return { sql, digest: createHash("sha256").update(sql.replaceAll("\r\n", "\n")).digest("hex") };
}
