import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { checkFileSignature } from "#lib/core/server/vault/vault.ts";
import { type Client, inTransaction, openDatabase } from "#lib/platform/server/db/database.ts";
import {
  appliedMigrations,
  applyInTransaction,
  type Migration,
  type Migrations,
  prepareList,
  readMigrations,
} from "#lib/platform/server/db/migrate.ts";
import { type AfterRestore, bringUpToDate, type RestoredBackup } from "./after-restore.ts";
import {
  type ArchiveReader,
  BackupError,
  type Manifest,
  openArchive,
  type TableOfBackup,
  verifyArchive,
} from "./archive.ts";
import { listTables, quoted } from "./tables.ts";

export type RestoreInput = Omit<RestoredBackup, "manifest" | "signature"> & {
  databaseUrl: string;
  /** Accepts a backup that is not signed, or under none of the master secrets. */
  unsigned?: boolean;
  /** The schemas of this version, the dashboard's first. */
  schemas: readonly Migrations[];
};

export type Restored = AfterRestore & { manifest: Manifest; rows: number };

/**
 * Reads a whole backup before anything is written: it must be undamaged, its schema known to this version, and its
 * contents readable and signed by a master secret. Throws BackupError.
 */
export async function inspectBackup(
  file: string,
  { schemas, masters, unsigned }: Pick<RestoreInput, "schemas" | "masters" | "unsigned">,
): Promise<Manifest> {
  const manifest = await verifyArchive(file);
  for (const { schema, migrations } of manifest.schemas) {
    const own = schemas.find((known) => known.schema === schema);
    const known = own ? readMigrations(own) : [];
    for (const { name, digest } of migrations) {
      const same = known.some((migration) => migration.name === name && migration.digest === digest);
      if (!same) {
        throw new BackupError(
          `the backup is of version ${manifest.version}, which is newer than this one (${schema}.${name}): restore it with that version, or a later one`,
        );
      }
    }
  }
  const missing = manifest.masters.filter((id) => masters.every((master) => master.id !== id));
  if (missing.length > 0) {
    throw new BackupError(
      `COTEJO_SECRET: what the backup holds is encrypted under another master secret (named ${missing.join(", ")}): set that one`,
    );
  }
  const archive = await openArchive(file);
  archive.close();
  signatureOf(archive, { masters, unsigned });
  return manifest;
}

/** Throws BackupError for an altered backup, and for one without a signature of ours unless it may be unsigned. */
function signatureOf(
  { text, signature }: Pick<ArchiveReader, "text" | "signature">,
  { masters, unsigned }: Pick<RestoreInput, "masters" | "unsigned">,
): RestoredBackup["signature"] {
  const state = signature ? checkFileSignature(text, signature, masters) : "unsigned";
  if (state === "altered") throw new BackupError("the backup was altered: its signature is of another content");
  if (state === "signed" || unsigned) return state;
  const anyway = "restore it with --unsigned if nobody can have changed the file, which the audit trail then records";
  throw new BackupError(
    signature
      ? `COTEJO_SECRET: the backup is signed under another master secret (named ${signature.master}): add that one, or ${anyway}`
      : `the backup is not signed, as none is before 0.5: ${anyway}`,
  );
}

/**
 * Restores a backup into a database without tables of ours: all or nothing, in one transaction, which ends with updates
 * from after the backup (`after-restore.ts`). Call `inspectBackup` first. Throws BackupError.
 */
export async function restoreBackup(input: RestoreInput): Promise<Restored> {
  const { databaseUrl, file } = input;
  const archive = await openArchive(file);
  const signature = signatureOf(archive, input);
  const database = openDatabase(databaseUrl, { name: "cotejo restore", max: 1, withoutTimeLimits: true });
  try {
    return await inTransaction(database.pool, async (client) => {
      await refuseIfUsed(client, input.schemas);
      await client.query("SET LOCAL client_min_messages = warning");
      await client.query("SET LOCAL maintenance_work_mem = '256MB'");
      const later = await createSchemas(client, archive.manifest, input.schemas);
      const rows = await load(client, archive, input.schemas);
      for (const [migrations, migration] of later) await applyInTransaction(client, migration, migrations);
      const after = await bringUpToDate(client, { manifest: archive.manifest, signature, ...input });
      await client.query("ANALYZE");
      return { ...after, manifest: archive.manifest, rows };
    });
  } finally {
    archive.close();
    await database.close();
  }
}

async function refuseIfUsed(client: Client, schemas: readonly Migrations[]): Promise<void> {
  for (const migrations of schemas) {
    const applied = await appliedMigrations(client, migrations);
    const tables = await listTables(client, [migrations]);
    if (applied.length + tables.length > 0) {
      throw new BackupError("the database has data of Cotejo already: a backup is restored into an empty one alone");
    }
  }
}

/** Creates the schemas of the backup's version; returns the later migrations of this version. */
async function createSchemas(
  client: Client,
  manifest: Manifest,
  schemas: readonly Migrations[],
): Promise<[Migrations, Migration][]> {
  const later: [Migrations, Migration][] = [];
  for (const migrations of schemas) {
    const applied = manifest.schemas.find(({ schema }) => schema === migrations.schema)?.migrations;
    if (!applied) continue;
    await prepareList(client, migrations);
    for (const migration of readMigrations(migrations)) {
      const inBackup = applied.some(({ name }) => name === migration.name);
      if (inBackup) await applyInTransaction(client, migration, migrations);
      else later.push([migrations, migration]);
    }
  }
  return later;
}

async function load(client: pg.PoolClient, archive: ArchiveReader, schemas: readonly Migrations[]): Promise<number> {
  const { manifest } = archive;
  const own = await listTables(client, schemas);
  const indexes = await dropIndexes(client, own.map(quoted));
  let rows = 0;
  // In the database's order: referenced tables come first.
  for (const { schema, name } of own) {
    const table = manifest.tables.find((given) => given.schema === schema && given.name === name);
    await empty(client, quoted({ schema, name }));
    if (table) rows += await loadTable(client, archive, table);
  }
  const unknown = manifest.tables.find(({ schema, name }) => !own.some((t) => t.schema === schema && t.name === name));
  if (unknown) throw new BackupError(`the backup has a table that its schema does not have: ${unknown.name}`);
  for (const definition of indexes) await client.query(definition);
  for (const { schema, table, column, value, called } of manifest.sequences) {
    await client.query("SELECT setval(pg_get_serial_sequence($1, $2), $3::bigint, $4)", [
      quoted({ schema, name: table }),
      column,
      value,
      called,
    ]);
  }
  return rows;
}

async function loadTable(client: pg.PoolClient, archive: ArchiveReader, table: TableOfBackup): Promise<number> {
  const columns = table.columns.map((column) => `"${column}"`).join(", ");
  const target = client.query(copyFrom(`COPY ${quoted(table)} (${columns}) FROM STDIN`));
  await pipeline(await archive.read(table), target);
  if (target.rowCount !== table.rows) throw new BackupError(`the file is damaged: ${table.name} has other rows`);
  return target.rowCount;
}

/**
 * Drops indexes, since building an index once is faster than updating it row by row. Returns their definitions; indexes of
 * constraints stay.
 */
async function dropIndexes(client: Client, tables: string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
     WHERE indrelid = ANY($1::regclass[]) AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
     ORDER BY 1`,
    [tables],
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  return rows.map(({ definition }) => definition);
}

/** Deletes the rows that a migration has inserted, with the table's triggers disabled: some refuse deletions. */
async function empty(client: Client, table: string): Promise<void> {
  const { rowCount } = await client.query(`SELECT FROM ${table} LIMIT 1`);
  if (rowCount === 0) return;
  const { rows } = await client.query<{ name: string; kind: string }>(
    `SELECT quote_ident(tgname) AS name, CASE tgenabled WHEN 'A' THEN 'ENABLE ALWAYS' WHEN 'O' THEN 'ENABLE' END AS kind
     FROM pg_trigger WHERE tgrelid = $1::regclass AND NOT tgisinternal AND tgenabled IN ('A', 'O')`,
    [table],
  );
  for (const { name } of rows) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER ${name}`);
  await client.query(`DELETE FROM ${table}`);
  for (const { name, kind } of rows) await client.query(`ALTER TABLE ${table} ${kind} TRIGGER ${name}`);
}
