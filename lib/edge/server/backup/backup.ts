import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { basename } from "node:path";
import { addAbortSignal } from "node:stream";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { type MasterKeys, masterKeys } from "#lib/core/server/vault/vault.ts";
import { codeOf } from "#lib/platform/server/base/errors.ts";
import { VERSION } from "#lib/platform/server/base/version.ts";
import { LOCKS, waitForLock } from "#lib/platform/server/db/advisory-lock.ts";
import { cutConnection } from "#lib/platform/server/db/database.ts";
import { appliedMigrations, type Migrations } from "#lib/platform/server/db/migrate.ts";
import { connect } from "#lib/platform/server/db/session.ts";
import { type ArchiveWriter, BackupError, createArchive, type Manifest, syncFolder, verifyArchive } from "./archive.ts";
import { listSequences, listTables, quoted, type Table } from "./tables.ts";

export type BackupInput = {
  databaseUrl: string;
  /** Path of the file, which must not exist. */
  file: string;
  /** The schemas to back up; missing ones are left out. */
  schemas: readonly Migrations[];
  scheduled: boolean;
  /** The first one signs the backup; by default those of this process. */
  masters?: MasterKeys;
  signal?: AbortSignal | undefined;
};

export type Backup = { file: string; bytes: number; rows: number; manifest: Manifest };

/**
 * Writes a backup while everything runs: all tables of one snapshot, compressed, in constant memory. The file is read back
 * and verified before it gets its name. Each outcome is recorded in `backups`. Throws BackupError, or errors of the disk
 * and the database.
 */
export async function writeBackup(input: BackupInput): Promise<Backup> {
  const { databaseUrl, file, signal } = input;
  if (existsSync(file)) throw new BackupError(`${file} exists already: name another file`);
  const client = await connect(databaseUrl, "cotejo backup");
  let healthy = false;
  try {
    const id = await recordBegin(client, input);
    try {
      const backup = await write(client, input);
      const values = [id, backup.bytes, backup.rows];
      if (id) await client.query("UPDATE backups SET ended_at = now(), bytes = $2, rows = $3 WHERE id = $1", values);
      healthy = true;
      return backup;
    } catch (error) {
      const failure = signal?.aborted ? "INTERRUPTED" : codeOfFailure(error);
      if (id) await recordFailure(databaseUrl, id, failure).catch(() => undefined);
      throw error;
    }
  } finally {
    // A connection within a COPY does not react to `end`.
    if (healthy) await client.end();
    else cutConnection(client);
  }
}

/** Null for a database of 0.1.0, which has no table of backups yet: it is backed up before its upgrade. */
async function recordBegin(client: pg.Client, { scheduled, file }: BackupInput): Promise<string | null> {
  const { rows: found } = await client.query<{ known: boolean }>(
    "SELECT to_regclass('public.backups') IS NOT NULL AS known",
  );
  if (!found[0]?.known) return null;
  const { rows } = await client.query<{ id: string }>(
    "INSERT INTO backups (scheduled, version, host, file) VALUES ($1, $2, $3, $4) RETURNING id",
    [scheduled, VERSION, hostname().slice(0, 255), basename(file)],
  );
  return rows[0]?.id ?? null;
}

/** Uses a connection of its own, since the connection of the backup may have failed. */
async function recordFailure(databaseUrl: string, id: string, failure: string): Promise<void> {
  const client = await connect(databaseUrl, "cotejo backup");
  try {
    await client.query("UPDATE backups SET ended_at = now(), error = $2 WHERE id = $1", [id, failure]);
  } finally {
    await client.end();
  }
}

/** A short code for the page: of the system, of PostgreSQL, or for a failed verification of the written file. */
function codeOfFailure(error: unknown): string {
  if (error instanceof BackupError) return "DAMAGED";
  return (error instanceof Error && codeOf(error)) || "FAILED";
}

async function write(client: pg.Client, input: BackupInput): Promise<Backup> {
  const partial = `${input.file}.partial`;
  await rm(partial, { force: true });
  const archive = createArchive(partial);
  try {
    const manifest = await copyAll(client, archive, input);
    const bytes = await archive.end(manifest, input.masters ?? masterKeys());
    await verifyArchive(partial, input.signal);
    await rename(partial, input.file);
    await syncFolder(input.file);
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    return { file: input.file, bytes, rows, manifest };
  } catch (error) {
    await archive.abort();
    await rm(partial, { force: true });
    throw error;
  }
}

/**
 * Copies every table in one snapshot. The tables are locked before the snapshot, against statements that would empty or
 * alter a table before its copy (a rebuild, a migration); pages, deliveries and the drain are not delayed.
 */
async function copyAll(client: pg.Client, archive: ArchiveWriter, { schemas, signal }: BackupInput): Promise<Manifest> {
  const tables = await listTables(client, schemas);
  if (tables.length === 0) throw new BackupError("the database has no tables of Cotejo");
  const { rows } = await client.query<{ taken_at: string }>(
    `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS taken_at`,
  );
  await waitForLock(client, LOCKS.backup, "advisory_lock_shared");
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  await client.query(`LOCK TABLE ${tables.map(quoted).join(", ")} IN ACCESS SHARE MODE`);
  const [applied, sequences, masters] = [
    await listApplied(client, schemas),
    await listSequences(client, tables),
    await client.query<{ master_id: string }>("SELECT DISTINCT master_id FROM vault_secrets ORDER BY master_id"),
  ];
  const copied: Manifest["tables"] = [];
  for (const table of tables) {
    signal?.throwIfAborted();
    copied.push({ ...table, ...(await copyTable(client, archive, table, signal)) });
  }
  await client.query("COMMIT");
  await client.query("SELECT pg_advisory_unlock_shared($1)", [LOCKS.backup]);
  return {
    format: 1,
    version: VERSION,
    taken_at: rows[0]?.taken_at ?? "",
    masters: masters.rows.map(({ master_id }) => master_id),
    schemas: applied,
    tables: copied,
    sequences,
  };
}

async function listApplied(client: pg.Client, schemas: readonly Migrations[]): Promise<Manifest["schemas"]> {
  const applied: Manifest["schemas"] = [];
  for (const migrations of schemas) {
    const found = await appliedMigrations(client, migrations);
    if (found.length === 0) continue;
    applied.push({
      schema: migrations.schema,
      migrations: found.map(({ name, digest, contracts }) => ({ name, digest: digest ?? "", contracts })),
    });
  }
  return applied;
}

async function copyTable(client: pg.Client, archive: ArchiveWriter, table: Table, signal: AbortSignal | undefined) {
  const columns = table.columns.map((column) => `"${column}"`).join(", ");
  const text = client.query(copyTo(`COPY ${quoted(table)} (${columns}) TO STDOUT`));
  if (signal) addAbortSignal(signal, text);
  const sha256 = await archive.add(table, text);
  return { rows: text.rowCount, sha256 };
}
