import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { VERSION } from "#lib/platform/server/base/version.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { getBackupStatus } from "./backups.ts";
import { readSystem } from "./system.ts";

const database = await ownDatabase();
beforeEach(() => query("TRUNCATE backups, restores, instances"));

const query = async <T extends object>(text: string, values: unknown[] = []) =>
  (await database.pool.query<T>(text, values)).rows;

/** A backup started this long ago. It took a minute, unless it has not ended; with an error it failed. */
async function backup(
  began: string,
  { error = null, open = false, scheduled = true }: { error?: string | null; open?: boolean; scheduled?: boolean } = {},
): Promise<{ began_at: string; ended_at: string | null }> {
  const [row] = await query<{ began_at: string; ended_at: string | null }>(
    `INSERT INTO backups (began_at, ended_at, scheduled, version, host, file, bytes, rows, error)
     SELECT began_at, CASE WHEN NOT $2 THEN began_at + interval '1 minute' END, $3, '0.2.0', 'host', 'cotejo.zip',
       CASE WHEN $4::text IS NULL AND NOT $2 THEN 5000000000 END, CASE WHEN $4::text IS NULL AND NOT $2 THEN 42 END, $4
     FROM (SELECT now() - $1::interval AS began_at) AS time RETURNING began_at, ended_at`,
    [began, open, scheduled, error],
  );
  if (!row) throw new Error("not inserted");
  return row;
}
const runs = (since: string, seen = "1 second") =>
  query(
    `INSERT INTO instances (id, process, host, version, started_at, seen_at)
     VALUES (gen_random_uuid(), 'worker', 'host', '0.2.0', now() - $1::interval, now() - $2::interval)`,
    [since, seen],
  );
const state = async (every: number | null = 24) => (await getBackupStatus(every, database.pool)).state;

describe("scheduled backups are", () => {
  it("off without an interval; the last manual one is shown", async () => {
    const { ended_at } = await backup("2 days", { scheduled: false });
    expect(await getBackupStatus(null, database.pool)).toEqual({
      state: "off",
      every_hours: null,
      last_succeeded_at: ended_at,
      last_failed_at: null,
    });
  });

  it("pending until the first one is written, and overdue if processes have run for an hour without", async () => {
    expect(await state()).toBe("pending");
    await backup("1 minute", { scheduled: false });
    await runs("2 hours", "2 minutes");
    await runs("59 minutes");
    expect(await state()).toBe("pending");
    await runs("61 minutes");
    expect(await state()).toBe("overdue");
    await backup("10 minutes", { open: true });
    expect(await state()).toBe("pending");
  });

  it("ok within an hour of the due time, whatever others were written by hand", async () => {
    const { ended_at } = await backup("24 hours 59 minutes");
    await runs("3 days");
    expect(await getBackupStatus(24, database.pool)).toEqual({
      state: "ok",
      every_hours: 24,
      last_succeeded_at: ended_at,
      last_failed_at: null,
    });
    await backup("1 hour", { scheduled: false, error: "ENOSPC" });
    expect(await state()).toBe("ok");
    expect(await state(23.5)).toBe("overdue");
    await backup("1 hour", { scheduled: false });
    expect(await state(23.5)).toBe("overdue");
  });

  it("not overdue while the next one is being written, or right after all processes were away", async () => {
    await backup("3 days");
    await runs("50 minutes");
    expect(await state()).toBe("ok");
    await runs("2 hours");
    expect(await state()).toBe("overdue");
    await backup("7 hours", { open: true });
    expect(await state()).toBe("overdue");
    await backup("5 hours", { open: true });
    expect(await state()).toBe("ok");
  });

  it("failed after a failure, until one succeeds", async () => {
    const good = await backup("3 days");
    await backup("4 days", { error: "DAMAGED" });
    await runs("30 days");
    expect(await state()).toBe("overdue");
    const bad = await backup("2 hours", { error: "ENOSPC" });
    expect(await getBackupStatus(24, database.pool)).toEqual({
      state: "failed",
      every_hours: 24,
      last_succeeded_at: good.ended_at,
      last_failed_at: bad.ended_at,
    });
    await backup("1 hour");
    expect(await getBackupStatus(24, database.pool)).toMatchObject({ state: "ok", last_failed_at: null });
  });
});

describe("the system page has", () => {
  it("the version, the state of backups and the erasure log, and no other data in a new installation", async () => {
    expect(await readSystem(database, {})).toEqual({
      version: VERSION,
      instances: [],
      inbox: { waiting: 0, oldest_at: null, applied_per_second: null },
      capacity: {
        database_bytes: expect.any(Number),
        connections: { used: expect.any(Number), allowed: expect.any(Number) },
        disks: expect.any(Array),
      },
      backup: { state: "off", every_hours: null, last_succeeded_at: null, last_failed_at: null },
      backups: [],
      erasure_log: "off",
      last_restore: null,
      logs_protected: false,
    });
  });

  it("whether erasures are kept in the folder for backups", async () => {
    const directory = await mkdtemp(join(tmpdir(), "cotejo-system-"));
    onTestFinished(() => rm(directory, { recursive: true }));
    expect(await readSystem(database, { BACKUP_DIR: directory })).toMatchObject({ erasure_log: "kept" });
    await mkdir(join(directory, "erasures.log"));
    expect(await readSystem(database, { BACKUP_DIR: directory })).toMatchObject({ erasure_log: "unwritable" });
    // A file in place of a folder, or a folder in place of a file, is unwritable for root as well.
    expect(await readSystem(database, { BACKUP_DIR: import.meta.filename })).toMatchObject({
      erasure_log: "unwritable",
    });
  });

  it("the last ten backups, whoever wrote them, and the last restore", async () => {
    await backup("1 hour");
    await backup("3 minutes", { error: "ENOSPC", scheduled: false });
    await backup("2 minutes", { open: true });
    for (let count = 0; count < 9; count += 1) await backup(`${count + 2} hours`);
    for (const [ago, erased] of [
      [30, 1],
      [2, 7],
    ]) {
      await query(
        `INSERT INTO restores (restored_at, taken_at, version, file, erasure_log, erased, lifted, api_key)
         VALUES (now() - make_interval(days => $1), now() - make_interval(days => $1 + 1), '0.2.0', 'old.zip', true, $2, 1, 'replaced')`,
        [ago, erased],
      );
    }
    const { backups, last_restore } = await readSystem(database, { BACKUP_EVERY: 24 });
    expect(backups).toHaveLength(10);
    expect(backups.slice(0, 3)).toMatchObject([
      { ended_at: null, bytes: null, error: null, scheduled: true },
      { error: "ENOSPC", bytes: null, scheduled: false },
      { error: null, bytes: 5_000_000_000, rows: 42, host: "host", file: "cotejo.zip", version: "0.2.0" },
    ]);
    expect(last_restore).toMatchObject({ file: "old.zip", erased: 7, lifted: 1, api_key: "replaced" });
  });
});
