import type { Client } from "#lib/platform/server/db/database.ts";
import { type Migrations, readMigrations } from "#lib/platform/server/db/migrate.ts";
import type { Manifest, TableOfBackup } from "./archive.ts";

export type Table = Pick<TableOfBackup, "schema" | "name" | "columns">;

/** A name in SQL; names in a manifest match a pattern that needs no escaping. */
export const quoted = ({ schema, name }: Pick<Table, "schema" | "name">): string => `"${schema}"."${name}"`;

const CREATED = /^CREATE TABLE (?:IF NOT EXISTS )?(?:\w+\.)?(\w+)/gim;

/** The tables that migrations have ever created: in a shared schema, these are ours. */
export const tableNames = (migrations: Migrations): string[] =>
  readMigrations(migrations).flatMap(({ sql }) => [...sql.matchAll(CREATED)].map(([, name]) => name ?? ""));

/**
 * Our tables with their data columns, referenced tables first. Generated columns are computed again; the list of
 * applied migrations is excluded.
 */
const TABLES = `
  WITH RECURSIVE own AS (
    SELECT oid, relname FROM pg_class WHERE relkind = 'r' AND relnamespace = to_regnamespace($1) AND relname = ANY($2)
  ), refers AS (
    SELECT DISTINCT conrelid, confrelid FROM pg_constraint
    WHERE contype = 'f' AND conrelid IN (SELECT oid FROM own) AND conrelid <> confrelid
  ), ranked AS (
    SELECT oid, 0 AS rank FROM own
    UNION
    SELECT refers.conrelid, ranked.rank + 1 FROM ranked JOIN refers ON refers.confrelid = ranked.oid WHERE rank < 100
  )
  SELECT $1::text AS schema, own.relname::text AS name, (
    SELECT array_agg(attname::text ORDER BY attnum) FROM pg_attribute
    WHERE attrelid = own.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
  ) AS columns
  FROM own JOIN (SELECT oid, max(rank) AS rank FROM ranked GROUP BY oid) AS ranked USING (oid)
  ORDER BY ranked.rank, own.relname`;

export async function listTables(client: Client, all: readonly Migrations[]): Promise<Table[]> {
  const tables: Table[] = [];
  for (const migrations of all) {
    const values = [migrations.schema, tableNames(migrations)];
    tables.push(...(await client.query<Table>(TABLES, values)).rows);
  }
  return tables;
}

const IDENTITIES = `
  SELECT attname::text AS column, pg_get_serial_sequence($1, attname) AS sequence
  FROM pg_attribute WHERE attrelid = $1::regclass AND attidentity <> '' AND NOT attisdropped`;

/** The last value of each identity column. Sequences are outside of snapshots, so it is never behind a snapshot's rows. */
export async function listSequences(client: Client, tables: readonly Table[]): Promise<Manifest["sequences"]> {
  const sequences: Manifest["sequences"] = [];
  for (const table of tables) {
    const { rows } = await client.query<{ column: string; sequence: string }>(IDENTITIES, [quoted(table)]);
    for (const { column, sequence } of rows) {
      const state = await client.query<{ value: string; called: boolean }>(
        `SELECT last_value::text AS value, is_called AS called FROM ${sequence}`,
      );
      if (state.rows[0]) sequences.push({ schema: table.schema, table: table.name, column, ...state.rows[0] });
    }
  }
  return sequences;
}
