import { hostname } from "node:os";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { VERSION } from "#lib/platform/server/base/version.ts";
import type { Pooled } from "#lib/platform/server/db/database.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { getInboxState } from "./inbox.ts";
import { listInstances, startInstance } from "./instances.ts";

const database = await ownDatabase();
beforeEach(() => database.pool.query("TRUNCATE instances"));
afterEach(() => {
  vi.useRealTimers();
});

const insert = (process: string, host: string, seen: string, pid: number | null = null) =>
  database.pool.query(
    `INSERT INTO instances (id, process, host, version, started_at, seen_at, pid)
     VALUES (gen_random_uuid(), $1, $2, '0.1.9', now() - interval '2 days', now() - $3::interval, $4)`,
    [process, host, seen, pid],
  );
const WAIT = { timeout: 60_000 };

/** Waits for an effect of the next heartbeat. A tick during a running heartbeat is skipped, so several are triggered. */
const nextBeat = <T>(effect: () => Promise<T>) =>
  vi.waitUntil(async () => {
    vi.advanceTimersByTime(10_000);
    return await effect();
  }, WAIT);
const all = async () => (await database.pool.query("SELECT host FROM instances ORDER BY host")).rows;

it("processes are listed by name and machine, those without a sign of life for over a minute as silent", async () => {
  await insert("worker", "b", "5 seconds");
  await insert("dashboard", "z", "59 seconds");
  await insert("worker", "a", "5 seconds");
  await insert("receiver", "gone", "61 seconds");
  expect((await listInstances(database.pool)).map(({ process, host, silent }) => [process, host, silent])).toEqual([
    ["dashboard", "z", false],
    ["receiver", "gone", true],
    ["worker", "a", false],
    ["worker", "b", false],
  ]);
});

it("a process is listed while it runs, with its machine, version and current problems, and not after it stopped", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  await insert("worker", "forgotten", "25 hours");
  await insert("worker", "killed", "23 hours");
  let lacks: string[] = [];
  const instance = startInstance(database, "worker", { lacks: async () => lacks });
  const [first] = await vi.waitUntil(async () => {
    const listed = (await listInstances(database.pool)).filter(({ silent }) => !silent);
    return listed.length > 0 && (await all()).length === 2 && listed;
  }, WAIT);
  expect(first).toEqual({
    process: "worker",
    host: hostname(),
    version: VERSION,
    started_at: first?.started_at,
    seen_at: first?.started_at,
    silent: false,
    lacks: [],
  });
  expect(await all()).toContainEqual({ host: "killed" });
  lacks = ["erasure_log"];
  const later = await nextBeat(async () =>
    (await listInstances(database.pool)).find((listed) => !listed.silent && listed.seen_at > listed.started_at),
  );
  expect(later).toMatchObject({ started_at: first?.started_at, lacks: ["erasure_log"] });
  await instance.stop();
  expect(await listInstances(database.pool)).toMatchObject([{ host: "killed", silent: true }]);
  vi.advanceTimersByTime(60_000);
  expect(await all()).toEqual([{ host: "killed" }]);
});

it("a process that stops during its check leaves no row behind", async () => {
  const { promise, resolve } = Promise.withResolvers<string[]>();
  const instance = startInstance(database, "dashboard", { lacks: () => promise });
  const stopped = instance.stop();
  resolve([]);
  await stopped;
  expect(await all()).toEqual([]);
});

it("a failing database is reported, and stops nothing", async () => {
  const errors: unknown[] = [];
  const failing = { pool: { query: () => Promise.reject(new Error("away")) } } as unknown as Pooled;
  const instance = startInstance(failing, "receiver", { onError: (error) => errors.push(error) });
  await instance.stop();
  expect(errors.map(String)).toEqual(["Error: away", "Error: away"]);
});

/** Higher than any pid of 64-bit Linux. */
const NO_PID = 2 ** 22 + 1;

it("a start deletes the rows of ended processes of its machine, also one with its own pid from a container, and no others", async () => {
  await insert("worker", hostname(), "1 second", NO_PID);
  await insert("worker", hostname(), "1 second", process.pid);
  await insert("worker", hostname(), "2 minutes", process.ppid);
  await insert("receiver", hostname(), "2 minutes", NO_PID);
  await insert("worker", "another", "2 minutes", NO_PID);
  await insert("worker", "of the version before", "2 minutes");
  const instance = startInstance(database, "worker");
  await expect.poll(async () => (await listInstances(database.pool)).map(({ version }) => version)).toContain(VERSION);
  const { rows } = await database.pool.query(
    "SELECT process, host, pid FROM instances WHERE version = '0.1.9' ORDER BY process, host",
  );
  expect(rows).toEqual([
    { process: "receiver", host: hostname(), pid: NO_PID },
    ...[
      { process: "worker", host: "another", pid: NO_PID },
      { process: "worker", host: "of the version before", pid: null },
      { process: "worker", host: hostname(), pid: process.ppid },
    ].sort((one, other) => (one.host < other.host ? -1 : 1)),
  ]);
  await instance.stop();
});

it("the pace of all running workers is measured between their last heartbeats", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  await insert("worker", "another", "2 minutes");
  await database.pool.query("UPDATE instances SET applied_per_second = 1000");
  // The count grows with the clock, so that the pace is exact although heartbeats are skipped and the clock is moved.
  const instance = startInstance(database, "worker", { applied: async () => performance.now() * 0.03 });
  await expect.poll(() => listInstances(database.pool)).toHaveLength(2);
  expect(await getInboxState(database.pool)).toMatchObject({ applied_per_second: null });
  const pace = await nextBeat(async () => (await getInboxState(database.pool)).applied_per_second);
  expect(pace).toBeCloseTo(30);
  await instance.stop();
});
