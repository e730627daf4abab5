import { appendFileSync, mkdirSync, readFileSync, renameSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it, vi } from "vitest";
import { writeBackup } from "#lib/server/backup/backup.ts";
import { restoreBackup } from "#lib/server/backup/restore.ts";
import { SCHEMAS } from "#lib/server/backup/schemas.ts";
import { openDatabase } from "#lib/server/db/database.ts";
import { drainInbox } from "#lib/server/inbox/drain.ts";
import { storeDeliveries } from "#lib/server/inbox/store-deliveries.ts";
import { readVerification } from "#lib/server/refresh/read-verification.ts";
import { createKeySource, switchCurrentKey } from "#lib/server/vault/dashboard-keys.ts";
import { masterKey } from "#lib/server/vault/vault.ts";
import { createEmptyDatabase } from "#test/database.ts";
import { ownDatabase } from "#test/own-database.ts";
import { temporaryFolder } from "#test/temporary-folder.ts";
import { eraseVerification, liftErasure } from "./erase.ts";
import { readErasureLog, reconcileErasureLog } from "./erasure-log.ts";
import { created } from "./testing/deliveries.ts";
import { rowsThatHold } from "./testing/rows-that-hold.ts";
import { knowingService } from "./testing/service.ts";

const SECRET = "a master secret of at least 32 characters";
const masters = [masterKey(SECRET)];
const directory = temporaryFolder("cotejo-log-");
const file = join(directory, "erasures.log");

beforeEach(() => {
  vi.stubEnv("COTEJO_SECRET", SECRET);
  vi.stubEnv("BACKUP_DIR", directory);
});

const database = await ownDatabase();
const { pool } = database;
const actor = { user: null, address: null, user_agent: null };

async function known(...ids: string[]): Promise<void> {
  await storeDeliveries(pool, ids.map(created));
  await drainInbox(database);
}

const erase = (verification_id: string) => eraseVerification({ verification_id }, actor, database);

/** What the log says of its ids last, and whether any of them can be read in it. */
async function states() {
  const { newest } = await readErasureLog(directory, masters);
  return [...newest.values()].map(({ kind }) => kind).toSorted();
}

it("has a line of each erasure and lifting before the answer, in which no id can be read", async () => {
  await known("ver_first");
  expect(await erase("ver_first")).toMatchObject({ logged: true });
  expect(await states()).toEqual(["erased"]);
  const importing = { verification_id: "ver_first", subject: "verification", userId: "u", deadlineMs: 1_000 } as const;
  await readVerification(database, knowingService(), { ...importing, importedBy: actor });
  expect(await states()).toEqual(["lifted"]);
  expect(await erase("ver_first")).toMatchObject({ logged: true });
  expect(await states()).toEqual(["erased"]);
  expect(readFileSync(file, "utf8")).not.toContain("ver_first");
});

it("that cannot be written does not keep anything from being erased; the worker writes it later", async () => {
  await known("ver_unwritten");
  renameSync(file, `${file}.away`);
  mkdirSync(file);
  expect(await erase("ver_unwritten")).toMatchObject({ logged: false });
  rmdirSync(file);
  renameSync(`${file}.away`, file);
  expect(await states()).toEqual(["erased"]);
  expect(await reconcileErasureLog(database)).toBeGreaterThan(0);
  expect(await states()).toEqual(["erased", "erased"]);
  expect(await reconcileErasureLog(database)).toBe(0);
});

it("goes on after a line that a crash has cut", async () => {
  appendFileSync(file, '{"kind":"erased","at":"2026');
  await known("ver_after_cut");
  await erase("ver_after_cut");
  const log = await readErasureLog(directory, masters);
  expect([...log.newest.values()]).toHaveLength(3);
  expect(log.unreadable).toBe(1);
});

it("is corrected by the worker where a lifting was written and then failed", async () => {
  const client = await pool.connect();
  await client.query("BEGIN");
  await liftErasure(client, "ver_first", actor);
  await client.query("ROLLBACK");
  client.release();
  expect(await states()).toEqual(["erased", "erased", "lifted"]);
  await reconcileErasureLog(database);
  expect(await states()).toEqual(["erased", "erased", "erased"]);
});

it("makes a restore of an older backup erase again, keep out what came since, and know the newest key", async () => {
  await switchCurrentKey("key_before", database);
  await known("ver_kept", "ver_in_backup");
  const backup = join(directory, "one.zip");
  const databaseUrl = pool.options.connectionString ?? "";
  await writeBackup({ databaseUrl, file: backup, schemas: SCHEMAS, scheduled: false });
  await known("ver_since");
  await erase("ver_in_backup");
  await erase("ver_since");
  await switchCurrentKey("key_after", database);
  await reconcileErasureLog(database);

  const empty = await createEmptyDatabase();
  const input = { file: backup, databaseUrl: empty.url, schemas: SCHEMAS, masters, logFolder: directory };
  expect(await restoreBackup(input)).toMatchObject({ erasureLog: true, erased: 1, apiKey: "replaced" });
  const copy = openDatabase(empty.url, { name: "test" });
  expect(await rowsThatHold(copy.pool, "ver_in_backup")).toEqual([]);
  expect(await rowsThatHold(copy.pool, "ver_kept")).not.toEqual([]);
  expect(await storeDeliveries(copy.pool, [created("ver_since")])).toMatchObject([{ stored: false }]);
  expect(await createKeySource(copy)()).toBe("key_after");
  await copy.close();
  await empty.drop();
});

it("opens with a new master secret once the worker has seen it", async () => {
  const next = "another master secret of at least 32 characters";
  const { keys } = await readErasureLog(directory, [masterKey(next)]);
  expect(keys.size).toBe(0);
  const { setMasterKeys } = await import("#lib/server/vault/vault.ts");
  setMasterKeys([masterKey(next), masterKey(SECRET)]);
  await reconcileErasureLog(database);
  const log = await readErasureLog(directory, [masterKey(next)]);
  expect(log.keys.size).toBe(1);
  expect(log.apiKey?.value).toBe("key_after");
});
