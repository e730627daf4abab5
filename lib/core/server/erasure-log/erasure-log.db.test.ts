import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it, vi } from "vitest";
import { liftErasure } from "#lib/core/server/erasure-log/erasure-log.ts";
import { drainInbox } from "#lib/core/server/inbox/drain.ts";
import { findMarkKey, isBlocked, markOf } from "#lib/core/server/inbox/erasure-marks.ts";
import { rebuildProjections } from "#lib/core/server/inbox/replay.ts";
import { storeDeliveries } from "#lib/core/server/inbox/store-deliveries.ts";
import { readVerification } from "#lib/core/server/refresh/read-verification.ts";
import { createKeySource, switchCurrentKey } from "#lib/core/server/vault/dashboard-keys.ts";
import { masterKey } from "#lib/core/server/vault/vault.ts";
import { endHold, placeHold } from "#lib/desk/server/custody/holds.ts";
import { changeCustodyPolicy, readCustodyPolicy } from "#lib/desk/server/custody/policy.ts";
import { writeBackup } from "#lib/edge/server/backup/backup.ts";
import { restoreBackup } from "#lib/edge/server/backup/restore.ts";
import { SCHEMAS } from "#lib/edge/server/backup/schemas.ts";
import { instantFromMs } from "#lib/platform/contract/time.ts";
import { inTransaction, openDatabase } from "#lib/platform/server/db/database.ts";
import { eraseIn, eraseVerification } from "#lib/records/server/privacy/erase.ts";
import { created } from "#lib/records/server/privacy/testing/deliveries.ts";
import { rowsThatHold } from "#lib/records/server/privacy/testing/rows-that-hold.ts";
import { knowingService } from "#lib/records/server/privacy/testing/service.ts";
import { createEmptyDatabase } from "#tools/test/database.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { temporaryFolder } from "#tools/test/temporary-folder.ts";
import { appendMark, reconcileErasureLog } from "./erasure-log.ts";
import { appendLines, erasureLogState, readErasureLog } from "./erasure-log-file.ts";
import { markLine } from "./erasure-log-lines.ts";

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

async function keepUndecided(profile: "lfpiorpi" | "variables"): Promise<void> {
  const { version } = await readCustodyPolicy(pool);
  const other = { profile: "variables" as const };
  await changeCustodyPolicy(
    { version, accepted: other, rejected: other, undecided: { profile } },
    "00000000-0000-4000-8000-000000000001",
    database,
  );
}

const erase = (verification_id: string) => eraseVerification({ verification_id }, actor, database);

/** The last entry of a log about an id. */
async function stateOf(verification_id: string, folder = directory) {
  const { newest } = await readErasureLog(folder, masters);
  const mark = await markOf(pool, verification_id);
  return newest.get(mark?.toString("hex") ?? "")?.kind;
}

const importing = { subject: "verification", userId: "u", deadlineMs: 1_000, importedBy: actor } as const;

async function importAgain(verification_id: string): Promise<void> {
  await pool.query("DELETE FROM verification_reads");
  const read = await readVerification(database, knowingService(), { ...importing, verification_id });
  expect(read).toMatchObject({ outcome: "read" });
}

/** Begins to lift an erasure; the transaction ends by what is given. */
async function beginLifting(verification_id: string) {
  const client = await pool.connect();
  await client.query("BEGIN");
  await liftErasure(client, verification_id, actor);
  return async (end: "COMMIT" | "ROLLBACK") => {
    await client.query(end);
    client.release();
  };
}

it("has a line of each erasure and lifting before the answer, without a readable id", async () => {
  await known("ver_first");
  expect(await erase("ver_first")).toMatchObject({ logged: true });
  expect(await stateOf("ver_first")).toBe("erased");
  await importAgain("ver_first");
  expect(await stateOf("ver_first")).toBe("lifted");
  expect(await erase("ver_first")).toMatchObject({ logged: true });
  expect(await stateOf("ver_first")).toBe("erased");
  expect(readFileSync(file, "utf8")).not.toContain("ver_first");
});

it("does not block an erasure when it cannot be written; the worker writes the line later", async () => {
  await known("ver_unwritten");
  renameSync(file, `${file}.away`);
  mkdirSync(file);
  expect(await erase("ver_unwritten")).toMatchObject({ logged: false });
  rmdirSync(file);
  renameSync(`${file}.away`, file);
  expect(await stateOf("ver_unwritten")).toBeUndefined();
  expect(await reconcileErasureLog(database)).toBeGreaterThan(0);
  expect(await stateOf("ver_unwritten")).toBe("erased");
  expect(await reconcileErasureLog(database)).toBe(0);
});

it("does not block erasures or liftings on a full disk; the worker writes both lines later", async () => {
  await known("ver_lifted_full", "ver_erased_full");
  await erase("ver_lifted_full");
  renameSync(file, `${file}.away`);
  symlinkSync("/dev/full", file);
  expect(await erase("ver_erased_full")).toMatchObject({ logged: false });
  await importAgain("ver_lifted_full");
  rmSync(file);
  renameSync(`${file}.away`, file);
  expect(await stateOf("ver_lifted_full")).toBe("erased");
  await reconcileErasureLog(database);
  expect(await stateOf("ver_lifted_full")).toBe("lifted");
  expect(await stateOf("ver_erased_full")).toBe("erased");
});

it("continues after a line truncated by a crash", async () => {
  appendFileSync(file, '{"kind":"erased","at":"2026');
  await known("ver_after_cut");
  await erase("ver_after_cut");
  expect(await stateOf("ver_after_cut")).toBe("erased");
  expect(await readErasureLog(directory, masters)).toMatchObject({ unreadable: 1 });
});

it("gets the line of an earlier erasure, whose process may have died, from the process that finds it", async () => {
  await known("ver_died");
  await inTransaction(pool, (tx) => eraseIn(tx, { verification_id: "ver_died" }, actor));
  expect(await stateOf("ver_died")).toBeUndefined();
  await expect(erase("ver_died")).rejects.toMatchObject({ code: "ERASED" });
  expect(await stateOf("ver_died")).toBe("erased");
});

it("has no line of an erasure after the line of its lifting, even if its process is late", async () => {
  await known("ver_late");
  await erase("ver_late");
  await importAgain("ver_late");
  expect(await appendMark(database, "ver_late")).toBe(false);
  expect(await stateOf("ver_late")).toBe("lifted");
});

it("waits for a lifting in progress before it states an erasure", async () => {
  await known("ver_waits");
  await erase("ver_waits");
  const end = await beginLifting("ver_waits");
  const late = appendMark(database, "ver_waits");
  const waits = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%FOR SHARE%'";
  await vi.waitFor(async () => expect((await pool.query(waits)).rowCount).toBe(1), { timeout: 60_000 });
  expect(await stateOf("ver_waits")).toBe("lifted");
  await end("ROLLBACK");
  expect(await late).toBe(true);
  expect(await stateOf("ver_waits")).toBe("erased");
});

it("is corrected by the worker if a lifting was written and then failed", async () => {
  const end = await beginLifting("ver_first");
  await end("ROLLBACK");
  expect(await stateOf("ver_first")).toBe("lifted");
  await reconcileErasureLog(database);
  expect(await stateOf("ver_first")).toBe("erased");
});

it("on another machine gets the erasures and liftings made here, in a folder for this user alone", async () => {
  const elsewhere = join(directory, "elsewhere");
  await known("ver_elsewhere");
  await erase("ver_elsewhere");
  await reconcileErasureLog(database, elsewhere);
  expect(statSync(elsewhere).mode & 0o777).toBe(0o700);
  expect(statSync(join(elsewhere, "erasures.log")).mode & 0o777).toBe(0o600);
  expect(await stateOf("ver_elsewhere", elsewhere)).toBe("erased");
  await importAgain("ver_elsewhere");
  expect(await stateOf("ver_elsewhere", elsewhere)).toBe("erased");
  await reconcileErasureLog(database, elsewhere);
  expect(await stateOf("ver_elsewhere", elsewhere)).toBe("lifted");
  expect(await reconcileErasureLog(database, elsewhere)).toBe(0);
});

it("on another machine waits for an erasure in progress before it states an earlier lifting", async () => {
  const elsewhere = join(directory, "elsewhere");
  await known("ver_again");
  await erase("ver_again");
  await reconcileErasureLog(database, elsewhere);
  await importAgain("ver_again");
  const client = await pool.connect();
  await client.query("BEGIN");
  await eraseIn(client, { verification_id: "ver_again" }, actor);
  const reconciling = reconcileErasureLog(database, elsewhere);
  const waits = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%IN SHARE MODE'";
  await vi.waitFor(async () => expect((await pool.query(waits)).rowCount).toBe(1), { timeout: 60_000 });
  await client.query("COMMIT");
  client.release();
  await reconciling;
  expect(await stateOf("ver_again", elsewhere)).toBe("erased");
});

it("keeps an erasure unknown to a database that was reset to an earlier state", async () => {
  await known("ver_set_back");
  await erase("ver_set_back");
  await importAgain("ver_set_back");
  const [key, mark] = [await findMarkKey(pool), await markOf(pool, "ver_set_back")];
  if (!key || !mark) throw new Error("something was erased");
  const folder = join(directory, "set-back");
  await reconcileErasureLog(database, folder);
  await appendLines([markLine("erased", key, mark, instantFromMs(Date.now() + 3_600_000))], folder);
  expect(await reconcileErasureLog(database, folder)).toBe(0);
  expect(await stateOf("ver_set_back", folder)).toBe("erased");
});

it("is not written into a folder whose parent does not exist", async () => {
  const nowhere = join(directory, "missing", "backups");
  expect(await erasureLogState(nowhere)).toBe("unwritable");
  expect(await reconcileErasureLog(database, nowhere)).toBe(0);
});

it("is read in constant memory even with an endless line", async () => {
  const folder = join(directory, "endless");
  mkdirSync(folder);
  writeFileSync(join(folder, "erasures.log"), "");
  // More than a string can hold, and nothing on the disk.
  truncateSync(join(folder, "erasures.log"), 1024 ** 3);
  expect(await readErasureLog(folder, masters)).toMatchObject({ found: true, unreadable: 1 });
});

it("makes a restore of an older backup erase again, keep out later copies, and know the newest key", async () => {
  await switchCurrentKey("key_before", database);
  await known("ver_kept", "ver_in_backup", "ver_held", "ver_released");
  // The backup holds both; the holds end before their files are erased or blocked.
  const by = "00000000-0000-4000-8000-000000000001";
  const held = await placeHold({ verification_id: "ver_held", reason: "Oficio" }, by, database);
  const ended = await placeHold({ verification_id: "ver_released", reason: "Oficio" }, by, database);
  const backup = join(directory, "one.zip");
  const databaseUrl = database.url;
  await writeBackup({ databaseUrl, file: backup, schemas: SCHEMAS, scheduled: false });
  await known("ver_since");
  await erase("ver_in_backup");
  await expect(erase("ver_held")).rejects.toMatchObject({ code: "MUST_BE_KEPT" });
  await endHold(held.hold_id, "Fin", by, database);
  await keepUndecided("lfpiorpi");
  expect(await erase("ver_held")).toEqual({ blocked_until: expect.any(String), logged: true });
  await keepUndecided("variables");
  await endHold(ended.hold_id, "Fin", by, database);
  await erase("ver_released");
  await erase("ver_since");
  await switchCurrentKey("key_after", database);
  await reconcileErasureLog(database);

  const empty = await createEmptyDatabase();
  const input = { file: backup, databaseUrl: empty.url, schemas: SCHEMAS, masters, logFolder: directory };
  const locked = join(directory, "locked");
  const line = markLine("erased", Buffer.alloc(32, 1), Buffer.alloc(32, 2), instantFromMs(Date.now()));
  await appendLines([line], locked);
  await expect(restoreBackup({ ...input, logFolder: locked })).rejects.toThrow(/^COTEJO_SECRET: the erasure log/);
  expect(await restoreBackup(input)).toMatchObject({ erasureLog: true, erased: 2, blocked: 1, apiKey: "replaced" });
  const copy = openDatabase(empty.url, { name: "test" });
  expect(await rowsThatHold(copy.pool, "ver_in_backup")).toEqual([]);
  expect(await rowsThatHold(copy.pool, "ver_released")).toEqual([]);
  expect(await isBlocked(copy.pool, "ver_held")).toBe(true);
  await expect(eraseVerification({ verification_id: "ver_held" }, actor, copy)).rejects.toMatchObject({
    code: "MUST_BE_KEPT",
  });
  // Its deliveries are still there, and later ones are kept with them.
  expect(await storeDeliveries(copy.pool, [created("ver_held")])).toMatchObject([{ stored: true }]);
  await rebuildProjections(copy);
  expect((await copy.pool.query("SELECT state FROM inbox WHERE verification_id = 'ver_held'")).rows).toEqual([
    { state: "blocked" },
    { state: "blocked" },
  ]);
  expect(
    (await copy.pool.query("SELECT FROM verification_summaries WHERE verification_id = 'ver_held'")).rowCount,
  ).toBe(0);
  expect(await rowsThatHold(copy.pool, "ver_kept")).not.toEqual([]);
  expect(await storeDeliveries(copy.pool, [created("ver_since")])).toMatchObject([{ stored: false }]);
  expect(await createKeySource(copy)()).toBe("key_after");
  await copy.close();
  await empty.drop();
});

it("opens with a new master secret after the worker has seen it", async () => {
  const next = "another master secret of at least 32 characters";
  const { keys } = await readErasureLog(directory, [masterKey(next)]);
  expect(keys.size).toBe(0);
  const { setMasterKeys } = await import("#lib/core/server/vault/vault.ts");
  setMasterKeys([masterKey(next), masterKey(SECRET)]);
  await reconcileErasureLog(database);
  const log = await readErasureLog(directory, [masterKey(next)]);
  expect(log.keys.size).toBe(1);
  expect(log.apiKey?.value).toBe("key_after");
});
