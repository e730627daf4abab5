import { hostname } from "node:os";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { VERSION } from "#lib/server/base/version.ts";
import type { Pooled } from "#lib/server/db/database.ts";
import { ownDatabase } from "#test/own-database.ts";
import { listInstances, startInstance } from "./instances.ts";

const database = await ownDatabase();
beforeEach(() => database.pool.query("TRUNCATE instances"));
afterEach(() => {
  vi.useRealTimers();
});

const insert = (process: string, host: string, seen: string) =>
  database.pool.query(
    `INSERT INTO instances (id, process, host, version, started_at, seen_at)
     VALUES (gen_random_uuid(), $1, $2, '0.1.9', now() - interval '2 days', now() - $3::interval)`,
    [process, host, seen],
  );
const all = async () => (await database.pool.query("SELECT host FROM instances ORDER BY host")).rows;

it("running processes are listed by name and machine, silent ones of over a minute are not", async () => {
  await insert("worker", "b", "5 seconds");
  await insert("dashboard", "z", "59 seconds");
  await insert("worker", "a", "5 seconds");
  await insert("receiver", "gone", "61 seconds");
  expect((await listInstances(database)).map(({ process, host }) => [process, host])).toEqual([
    ["dashboard", "z"],
    ["worker", "a"],
    ["worker", "b"],
  ]);
});

it("a process is listed while it runs, with its machine, version and current problems, and not after it stopped", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  await insert("worker", "forgotten", "25 hours");
  await insert("worker", "killed", "23 hours");
  let lacks: string[] = [];
  const instance = startInstance(database, "worker", { lacks: async () => lacks });
  const [first] = await vi.waitUntil(async () => {
    const listed = await listInstances(database);
    return listed.length > 0 && (await all()).length === 2 && listed;
  });
  expect(first).toEqual({
    process: "worker",
    host: hostname(),
    version: VERSION,
    started_at: first?.started_at,
    seen_at: first?.started_at,
    lacks: [],
  });
  expect(await all()).toContainEqual({ host: "killed" });
  lacks = ["erasure_log"];
  vi.advanceTimersByTime(10_000);
  const later = await vi.waitUntil(async () =>
    (await listInstances(database)).find((listed) => listed.seen_at > listed.started_at),
  );
  expect(later).toMatchObject({ started_at: first?.started_at, lacks: ["erasure_log"] });
  await instance.stop();
  expect(await listInstances(database)).toEqual([]);
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
