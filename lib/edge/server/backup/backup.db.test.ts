import { hash } from "node:crypto";
import { cpSync, createWriteStream, existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import yauzl from "yauzl";
import yazl from "yazl";
import { drainInbox } from "#lib/core/server/inbox/drain.ts";
import { rebuildProjections } from "#lib/core/server/inbox/replay.ts";
import { storeDeliveries } from "#lib/core/server/inbox/store-deliveries.ts";
import { type MasterKeys, masterKey, masterKeysOf, sealSecret } from "#lib/core/server/vault/vault.ts";
import { LOCKS } from "#lib/platform/server/db/advisory-lock.ts";
import { openDatabase } from "#lib/platform/server/db/database.ts";
import { DASHBOARD_MIGRATIONS, migrate } from "#lib/platform/server/db/migrate.ts";
import { created, finished } from "#lib/records/server/privacy/testing/deliveries.ts";
import { createEmptyDatabase } from "#tools/test/database.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { temporaryFolder } from "#tools/test/temporary-folder.ts";
import { openArchive, verifyArchive } from "./archive.ts";
import { writeBackup } from "./backup.ts";
import { inspectBackup, restoreBackup } from "./restore.ts";
import { backUpIfDue } from "./scheduled.ts";
import { listTables, quoted } from "./tables.ts";

const SECRET = "a master secret of at least 32 characters";
const masters = [masterKey(SECRET)];
const schemas = [DASHBOARD_MIGRATIONS];

beforeEach(() => {
  vi.stubEnv("COTEJO_SECRET", SECRET);
});

const database = await ownDatabase();
const databaseUrl = database.url;
const folder = temporaryFolder("cotejo-backup-");
const file = join(folder, "one.zip");

beforeAll(async () => {
  await storeDeliveries(database.pool, [created("ver_a"), created("ver_b"), finished("ver_b")]);
  await drainInbox(database);
  await database.pool.query(`
    INSERT INTO users (id, email, name, role) VALUES
      ('00000000-0000-4000-8000-000000000001', 'ana@example.mx', E'Ana\\tline\\n\\\\ñ', 'admin');
    INSERT INTO notes (verification_id, kind, text, user_id) VALUES
      ('ver_a', 'general', 'a note', '00000000-0000-4000-8000-000000000001');
    INSERT INTO sessions (id_hash, token_hash, user_id, expires_at)
      VALUES ('s', 's', '00000000-0000-4000-8000-000000000001', now() + interval '1 hour');
    INSERT INTO provider_flows VALUES ('f', 'c', '', now() + interval '1 hour');
    INSERT INTO passkey_challenges VALUES
      ('c', '00000000-0000-4000-8000-000000000001', 'verify', 'p', now() + interval '1 hour');
    INSERT INTO audit_log (action, ids) VALUES ('session.started', '{}')`);
  await sealSecret(database.pool, { kind: "webhook_secret", owner: "rcv", value: "whsec_1" }, masters);
  await writeBackup({ databaseUrl, file, schemas, scheduled: false, masters });
});

/** Tables that a restore changes by itself. */
const CHANGED = new Set([
  ...["sessions", "provider_flows", "passkey_challenges", "audit_log", "outages", "heartbeats", "refresh_requests"],
  ...["backups", "restores"],
]);

async function contents({ pool }: Pick<typeof database, "pool">): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const table of await listTables(pool, schemas)) {
    if (CHANGED.has(table.name)) continue;
    const { rows } = await pool.query(`SELECT row::text FROM ${quoted(table)} AS row ORDER BY 1`);
    found[table.name] = rows.map(({ row }) => row);
  }
  return found;
}

const restored = await createEmptyDatabase();
const copy = openDatabase(restored.url, { name: "test" });
afterAll(async () => {
  await copy.close();
  await restored.drop();
});

const restore = (from: string, url = restored.url) =>
  restoreBackup({ file: from, databaseUrl: url, schemas, masters, logFolder: folder });

describe("a backup", () => {
  it("has every table of the migrations", async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'schema_migrations' ORDER BY 1",
    );
    const manifest = await verifyArchive(file);
    expect(manifest.tables.map(({ name }) => name).toSorted()).toEqual(rows.map(({ name }) => name));
    expect(manifest.tables.find(({ name }) => name === "notes")?.rows).toBe(1);
  });

  it("is recorded, is readable by its owner only, holds no secret, and never replaces a file", async () => {
    const { rows } = await database.pool.query("SELECT file, error, rows > 0 AS filled FROM backups");
    expect(rows).toEqual([{ file: "one.zip", error: null, filled: true }]);
    expect(readFileSync(file).includes(SECRET)).toBe(false);
    await expect(writeBackup({ databaseUrl, file, schemas, scheduled: false })).rejects.toThrow("exists already");
  });

  it("leaves no file and reports the cause if it cannot be written", async () => {
    const absent = join(folder, "absent", "two.zip");
    await expect(writeBackup({ databaseUrl, file: absent, schemas, scheduled: false })).rejects.toThrow("ENOENT");
    const { rows } = await database.pool.query("SELECT error FROM backups WHERE file = 'two.zip'");
    expect(rows).toEqual([{ error: "ENOENT" }]);
    expect(readdirSync(folder)).toEqual(["one.zip"]);
  });

  it.each([
    ["cut", (path: string) => truncateSync(path, 2_000)],
    ["without its last byte", (path: string) => truncateSync(path, readFileSync(path).length - 1)],
    ["altered in a table", (path: string) => flip(path, dataAt(path))],
    ["altered in its manifest", (path: string) => flip(path, readFileSync(path).indexOf("manifest.json") + 100)],
    ["no backup at all", (path: string) => writeFileSync(path, "a text")],
  ])("that is %s is refused", async (_, damage) => {
    const path = join(temporaryFolder("cotejo-damaged-"), "damaged.zip");
    writeFileSync(path, readFileSync(file));
    damage(path);
    await expect(inspectBackup(path, { schemas, masters })).rejects.toMatchObject({ name: "BackupError" });
  });

  it("is refused with a newer schema, or under another master secret", async () => {
    const older = { schema: "public", folder: temporaryFolder("cotejo-older-") };
    await expect(inspectBackup(file, { schemas: [older], masters })).rejects.toThrow("newer than this one");
    await expect(inspectBackup(file, { schemas, masters: [] })).rejects.toThrow(/^COTEJO_SECRET: .*another master/);
  });
});

/** A copy of the backup with another address of the user, all digests computed anew; `sign` gives the signature's text. */
async function forged(sign: (signature: Buffer) => Buffer | null): Promise<string> {
  const path = join(temporaryFolder("cotejo-forged-"), "forged.zip");
  const zip = await yauzl.openPromise(file, { autoClose: false });
  const texts = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry())
    texts.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  zip.close();
  const users = "tables/public.users.copy.zst";
  const text = zstdDecompressSync(texts.get(users) ?? "").toString();
  expect(text).toContain("ana@example.mx");
  const changed = Buffer.from(text.replace("ana@example.mx", "eve@example.mx"));
  texts.set(users, zstdCompressSync(changed));
  const manifest = JSON.parse(String(texts.get("manifest.json")));
  for (const table of manifest.tables) if (table.name === "users") table.sha256 = hash("sha256", changed);
  const manifestText = Buffer.from(JSON.stringify(manifest));
  texts.set("manifest.json", manifestText);
  const signature = sign(texts.get("signature.json") ?? Buffer.alloc(0));
  const copy = new yazl.ZipFile();
  const written = pipeline(copy.outputStream as Readable, createWriteStream(path));
  for (const [name, content] of texts) {
    const kept = name === "signature.json" ? signature : content;
    if (kept) copy.addBuffer(kept, name, { compress: false });
  }
  copy.end({ forceZip64Format: false, comment: hash("sha256", manifestText) });
  await written;
  return path;
}

describe("the signature of a backup", () => {
  const OTHER = "another master secret of at least 32 characters";
  const attempt = async (path: string, changes: { unsigned?: boolean; masters?: MasterKeys }) => {
    const empty = await createEmptyDatabase();
    const there = openDatabase(empty.url, { name: "test" });
    try {
      const input = { file: path, databaseUrl: empty.url, schemas, masters, logFolder: folder, ...changes };
      await inspectBackup(path, input);
      const { signature } = await restoreBackup(input);
      const { rows } = await there.pool.query(
        "SELECT after ->> 'signature' AS signature FROM audit_log WHERE action = 'installation.restored'",
      );
      expect(rows).toEqual([{ signature }]);
      return signature;
    } finally {
      await there.close();
      await empty.drop();
    }
  };

  it("names the key, and each of the listed secrets is tried", async () => {
    expect((await openArchive(file)).signature?.master).toBe(masters[0]?.id);
    expect(await attempt(file, { masters: masterKeysOf(`${OTHER},${SECRET}`) })).toBe("signed");
  });

  it("refuses a changed row whose digests are computed anew, also with --unsigned", async () => {
    const path = await forged((signature) => signature);
    await expect(attempt(path, {})).rejects.toThrow("the backup was altered");
    await expect(attempt(path, { unsigned: true })).rejects.toThrow("the backup was altered");
    await expect(restore(path)).rejects.toThrow("the backup was altered");
  });

  it("without it, or with one of another secret, only --unsigned restores, which is recorded", async () => {
    const unsigned = await forged(() => null);
    await expect(attempt(unsigned, {})).rejects.toThrow(/^the backup is not signed, .* --unsigned /);
    await expect(restore(unsigned)).rejects.toThrow("the backup is not signed");
    expect(await attempt(unsigned, { unsigned: true })).toBe("unsigned");
    const { id } = masterKey(OTHER);
    const foreign = await forged(() => Buffer.from(JSON.stringify({ master: id, hmac: "0".repeat(64) })));
    await expect(attempt(foreign, {})).rejects.toThrow(
      new RegExp(`^COTEJO_SECRET: the backup is signed under another master secret \\(named ${id}\\)`),
    );
    expect(await attempt(foreign, { unsigned: true })).toBe("foreign");
  });

  it("that is no signature is a damaged file", async () => {
    const path = await forged(() => Buffer.from("{}"));
    await expect(attempt(path, { unsigned: true })).rejects.toMatchObject({ name: "BackupError" });
  });
});

/** In the middle of the largest compressed table. */
const dataAt = (path: string): number => {
  const bytes = readFileSync(path);
  const begins: number[] = [];
  for (let at = bytes.indexOf(ZSTD); at >= 0; at = bytes.indexOf(ZSTD, at + 1)) begins.push(at);
  const sizes = begins.map((at, index) => ({ at, size: (begins[index + 1] ?? at) - at }));
  const largest = sizes.toSorted((a, b) => b.size - a.size)[0] ?? { at: 0, size: 0 };
  return largest.at + Math.floor(largest.size / 3);
};

/** The first bytes of each compressed table. */
const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

function flip(path: string, at: number): void {
  const bytes = readFileSync(path);
  bytes.writeUInt8((bytes[at] ?? 0) ^ 0xff, at);
  writeFileSync(path, bytes);
}

it("blocks a rebuild and a migration, and none of them blocks other work meanwhile", async () => {
  const reader = await database.pool.connect();
  await reader.query("SELECT pg_advisory_lock_shared($1)", [LOCKS.backup]);
  await reader.query("BEGIN; LOCK TABLE verification_summaries, notes IN ACCESS SHARE MODE");
  const newer = { schema: "public", folder: temporaryFolder("cotejo-migrations-") };
  cpSync(DASHBOARD_MIGRATIONS.folder, newer.folder, { recursive: true });
  writeFileSync(join(newer.folder, "0999_more.sql"), "-- expands: more\nALTER TABLE notes ADD COLUMN more text;");
  const before = await database.pool.query("SELECT FROM verification_summaries");
  const waiting = Promise.all([rebuildProjections(database), migrate(databaseUrl, newer)]);
  const waits = `SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND query LIKE 'SELECT pg_try_advisory_%' AND state LIKE 'idle%'`;
  await vi.waitFor(async () => expect((await database.pool.query(waits)).rowCount).toBe(2), { timeout: 60_000 });
  expect((await database.pool.query("SELECT FROM verification_summaries")).rowCount).toBe(before.rowCount);
  await reader.query("COMMIT");
  await reader.query("SELECT pg_advisory_unlock_shared($1)", [LOCKS.backup]);
  reader.release();
  expect(await waiting).toMatchObject([{ failed: 0 }, ["0999_more"]]);
  await database.pool.query(
    "ALTER TABLE notes DROP COLUMN more; DELETE FROM schema_migrations WHERE name LIKE '0999%'",
  );
});

describe("a restore", () => {
  it("brings back every row, ends sessions, continues sequences, and marks the time between as an outage", async () => {
    await restore(file);
    expect(await contents(copy)).toEqual(await contents(database));
    expect((await copy.pool.query("SELECT FROM sessions")).rowCount).toBe(0);
    expect((await copy.pool.query("SELECT FROM provider_flows")).rowCount).toBe(0);
    expect((await copy.pool.query("SELECT FROM passkey_challenges")).rowCount).toBe(0);
    const { rows: outages } = await copy.pool.query("SELECT cause, ended_at IS NOT NULL AS ended FROM outages");
    expect(outages).toEqual([{ cause: "restored", ended: true }]);
    const { rows: reads } = await copy.pool.query("SELECT DISTINCT reason FROM refresh_requests");
    expect(reads).toEqual([{ reason: "outage" }]);
    await storeDeliveries(copy.pool, [created("ver_c")]);
    await expect(drainInbox(copy)).resolves.toMatchObject({ applied: 1, failed: 0 });
    await expect(copy.pool.query("DELETE FROM audit_log")).rejects.toThrow("append-only");
    await expect(copy.pool.query("DELETE FROM review_policies")).rejects.toThrow("append-only");
  });

  it("recreates the indexes of the database", async () => {
    const indexes = async ({ pool }: Pick<typeof database, "pool">) =>
      (await pool.query("SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1")).rows;
    expect(await indexes(copy)).toEqual(await indexes(database));
  });

  it("into a database with data is refused, and changes nothing", async () => {
    const before = await contents(copy);
    await expect(restore(file)).rejects.toThrow("has data of Cotejo already");
    expect(await contents(copy)).toEqual(before);
  });

  it("leaves nothing if it fails in the middle", async () => {
    const empty = await createEmptyDatabase();
    const path = join(temporaryFolder("cotejo-damaged-"), "damaged.zip");
    writeFileSync(path, readFileSync(file));
    flip(path, dataAt(path));
    await expect(restore(path, empty.url)).rejects.toThrow();
    const there = openDatabase(empty.url, { name: "test" });
    const { rows } = await there.pool.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
    expect(rows).toEqual([]);
    await there.close();
    await empty.drop();
  });
});

it("scheduled backups are written when due, by one worker, and the oldest are deleted", async () => {
  const directory = join(folder, "scheduled");
  const schedule = { databaseUrl, directory, every: 1, keep: 2, schemas };
  const never = new AbortController().signal;
  writeFileSync(join(folder, "not-ours.zip"), "");
  const all = await Promise.all([1, 2, 3].map(() => backUpIfDue(schedule, never)));
  expect(all.filter(Boolean)).toHaveLength(1);
  expect(await backUpIfDue(schedule, never)).toBeUndefined();
  for (const name of [
    "cotejo-20260101T000000000Z.zip",
    "cotejo-20260102T000000000Z.zip",
    "cotejo-20260103T000000000Z.zip.partial",
    "mine.zip",
  ]) {
    writeFileSync(join(directory, name), "");
  }
  await database.pool.query("UPDATE backups SET began_at = began_at - interval '2 hours'");
  const second = await backUpIfDue(schedule, never);
  expect(second && existsSync(second)).toBe(true);
  const names = readdirSync(directory).toSorted();
  expect(names).toHaveLength(3);
  expect(names).toContain("mine.zip");
});

it("a backup is written when an admin has requested one since the last, also after a failure, and once", async () => {
  const { pool } = database;
  const directory = join(folder, "requested");
  const schedule = { databaseUrl, directory, every: 24, keep: 9, schemas };
  const backUp = () => backUpIfDue(schedule, new AbortController().signal);
  const request = (outcome: string) =>
    pool.query("INSERT INTO audit_log (action, ids, outcome) VALUES ('backup.requested', '{}', $1)", [outcome]);
  await backUp();
  await request("refused");
  expect(await backUp()).toBeUndefined();
  await request("done");
  expect(await backUp()).toBeDefined();
  expect(await backUp()).toBeUndefined();
  await pool.query(
    "INSERT INTO backups (scheduled, version, host, file, ended_at, error) VALUES (true, '1', 'h', 'f', now(), 'ENOSPC')",
  );
  expect(await backUp()).toBeUndefined();
  await request("done");
  expect(await backUp()).toBeDefined();
});
