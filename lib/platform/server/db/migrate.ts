import { hash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { isLockFailure, LOCKS, waitForLock } from "./advisory-lock.ts";
import type { Client } from "./database.ts";
import { connect } from "./session.ts";

/**
 * The SQL files of a folder, applied in the order of their names, each once; `schema` holds the list of applied ones.
 */
export type Migrations = { schema: string; folder: string };

/**
 * A migration file: its first line begins with `-- expands` or `-- contracts`, or with `-- no transaction, expands` or
 * `-- no transaction, contracts`. The previous release works after an expanding file, but not after a contracting one.
 */
export type Migration = { name: string; sql: string; digest: string; contracts: boolean; transactional: boolean };

export const DASHBOARD_MIGRATIONS: Migrations = { schema: "public", folder: join(import.meta.dirname, "migrations") };

/** This version may not use the database, which is unchanged; the message has the remedy. */
export class MigrationError extends Error {}

/** Limit of a statement's wait for a lock, since all other users of the table wait behind it. */
const LOCK_TIMEOUT = "2s";
/** Attempts at a file whose lock times out, in all about three minutes. */
const MAX_TRIES = 40;
const RETRY_MS = 2_500;

/**
 * Brings the database to the newest schema, one transaction for each file. Any number of processes may call it at once:
 * one of them migrates, the others wait. Without pending migrations it needs no right to create. Throws MigrationError.
 */
export async function migrate(databaseUrl: string, migrations = DASHBOARD_MIGRATIONS): Promise<string[]> {
  const client = await connect(databaseUrl, "cotejo migrate");
  try {
    await client.query(`SET client_min_messages = warning; SET lock_timeout = '${LOCK_TIMEOUT}'`);
    // Usually no migration is pending, and no lock is needed.
    if (pendingMigrations(await appliedMigrations(client, migrations), migrations).length === 0) return [];
    // Only one process migrates at a time, and none during a backup.
    await waitForLock(client, LOCKS.migration);
    await waitForLock(client, LOCKS.backup);
    const pending = pendingMigrations(await appliedMigrations(client, migrations), migrations);
    if (pending.length > 0) await prepareList(client, migrations);
    for (const migration of pending) await withRetries(() => apply(client, migration, migrations));
    return pending.map(({ name }) => name);
  } finally {
    // Closing the connection releases the lock.
    await client.end();
  }
}

async function withRetries(run: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      if (!isLockFailure(error)) throw error;
      if (tries === MAX_TRIES) {
        throw new MigrationError(
          "the database is too busy to be migrated: a table stayed locked for minutes; try again",
        );
      }
      await delay(RETRY_MS * (0.5 + Math.random()));
    }
  }
}

async function apply(client: pg.Client, migration: Migration, migrations: Migrations): Promise<void> {
  if (!migration.transactional) {
    for (const statement of statementsOf(migration.sql)) await client.query(statement);
    return note(client, migration, migrations);
  }
  await client.query("BEGIN ISOLATION LEVEL READ COMMITTED");
  try {
    await applyInTransaction(client, migration, migrations);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}

/**
 * Applies a migration in the caller's transaction, for a database that nobody else uses yet: an index marked
 * CONCURRENTLY, which PostgreSQL refuses in a transaction, is built normally.
 */
export async function applyInTransaction(client: Client, migration: Migration, migrations: Migrations): Promise<void> {
  const { sql, transactional } = migration;
  await client.query(transactional ? sql : sql.replaceAll(/\bCONCURRENTLY\b/gi, ""));
  await note(client, migration, migrations);
}

async function note(client: Client, { name, digest, contracts }: Migration, { schema }: Migrations): Promise<void> {
  await client.query(`INSERT INTO ${schema}.schema_migrations (name, digest, contracts) VALUES ($1, $2, $3)`, [
    name,
    digest,
    contracts,
  ]);
}

/** Each statement of a file without a transaction ends with a semicolon at the end of a line. */
const statementsOf = (sql: string): string[] =>
  sql
    .split(/;[ \t]*(?:\r?\n|$)/)
    .map((statement) => statement.replaceAll(/^\s*--.*$/gm, "").trim())
    .filter((statement) => statement !== "");

/** Creates the list of applied migrations. `IF NOT EXISTS` would require the right to create before checking. */
export async function prepareList(client: Client, { schema }: Migrations): Promise<void> {
  const { rows } = await client.query<{ no_schema: boolean; no_list: boolean; old_list: boolean }>(
    `SELECT to_regnamespace($1) IS NULL AS no_schema, to_regclass($1 || '.schema_migrations') IS NULL AS no_list,
       NOT EXISTS (
         SELECT FROM information_schema.columns
         WHERE table_schema = $1 AND table_name = 'schema_migrations' AND column_name = 'contracts'
       ) AS old_list`,
    [schema],
  );
  if (rows[0]?.no_schema) await client.query(`CREATE SCHEMA ${schema}`);
  if (rows[0]?.no_list) {
    await client.query(
      `CREATE TABLE ${schema}.schema_migrations (name text PRIMARY KEY, digest text NOT NULL,
         applied_at timestamptz NOT NULL DEFAULT now(), contracts boolean NOT NULL DEFAULT false)`,
    );
  } else if (rows[0]?.old_list) {
    await client.query(`ALTER TABLE ${schema}.schema_migrations ADD COLUMN contracts boolean NOT NULL DEFAULT false`);
  }
}

export type AppliedMigration = { name: string; digest: string | null; contracts: boolean };

/** SQL: the list of migrations of versions before 0.1.0. */
const BEFORE_RELEASE = "coalesce(to_regclass('drizzle.__drizzle_migrations'), to_regclass('sandbox.migration'))";

/** The migrations applied to this database, in order; empty without a schema of ours. */
export async function appliedMigrations(client: Client, { schema }: Migrations): Promise<AppliedMigration[]> {
  const { rows } = await client.query<{ unreleased: boolean; migrated: boolean }>(
    `SELECT ${BEFORE_RELEASE} IS NOT NULL AS unreleased, to_regclass($1 || '.schema_migrations') IS NOT NULL AS migrated`,
    [schema],
  );
  if (rows[0]?.unreleased) throw unreleased();
  if (!rows[0]?.migrated) return [];
  // Before 0.2.0 the list had no column `contracts`, and before 0.1.0 no digests.
  const applied = await client.query<AppliedMigration>(
    `SELECT name, to_jsonb(applied) ->> 'digest' AS digest,
       COALESCE((to_jsonb(applied) ->> 'contracts')::boolean, false) AS contracts
     FROM ${schema}.schema_migrations AS applied ORDER BY name COLLATE "C"`,
  );
  return applied.rows;
}

const unreleased = () =>
  new MigrationError(
    "the database was made by an unreleased version before 0.1.0, which cannot be upgraded; nothing in it was changed: keep it, and read it with the version that made it",
  );

/** The migrations that the database lacks. Newer ones are no obstacle if they only expand. Throws MigrationError. */
export function pendingMigrations(applied: readonly AppliedMigration[], migrations: Migrations): Migration[] {
  const own = readMigrations(migrations);
  const newer = applied.filter(({ name }) => own.every((migration) => migration.name !== name));
  const incompatible = newer.filter(({ contracts }) => contracts);
  if (incompatible.length > 0) {
    const names = incompatible.map(({ name }) => name).join(", ");
    throw new MigrationError(
      `the database is of a newer version that this one does not work with (it has ${names}); nothing in it was changed: start that version, or a later one`,
    );
  }
  const changed = own.some(({ name, digest }) => applied.some((one) => one.name === name && one.digest !== digest));
  if (changed) throw unreleased();
  return own.filter(({ name }) => applied.every((one) => one.name !== name));
}

/**
 * Whether the database has this version's schema; for processes that start separately and do not migrate. Throws
 * MigrationError if it is missing, older, or newer by a contracting migration.
 */
export async function checkSchema(client: Client, migrations = DASHBOARD_MIGRATIONS): Promise<void> {
  const applied = await appliedMigrations(client, migrations);
  const [first] = pendingMigrations(applied, migrations);
  if (!first) return;
  const state = applied.length === 0 ? "has no schema of Cotejo" : `is of an older version (it lacks ${first.name})`;
  throw new MigrationError(`the database ${state}: run npm run migrate with the same settings, then start again`);
}

export const readMigrations = ({ folder }: Migrations): Migration[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(".sql"))
    .toSorted()
    .map((file) => readMigration(basename(file, ".sql"), readFileSync(join(folder, file), "utf8")));

const HEADING = /^-- (no transaction, )?(expands|contracts)\b/;

/** The digest is the same for all line ends. A baseline (`0001_`) needs no heading. */
export function readMigration(name: string, sql: string): Migration {
  const digest = hash("sha256", sql.replaceAll("\r\n", "\n"));
  const heading = HEADING.exec(sql);
  if (!heading && !name.startsWith("0001_"))
    throw new Error(`${name}.sql does not say whether it expands or contracts`);
  return { name, sql, digest, contracts: heading?.[2] === "contracts", transactional: heading?.[1] === undefined };
}
