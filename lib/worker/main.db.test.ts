import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Database, openDatabase } from "#lib/platform/server/db/database.ts";
import { WORK_CHANNEL } from "#lib/platform/server/db/listen.ts";
import { deliver, secondsIn, storeArrivals } from "#tools/test/arrivals.ts";
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from "#tools/test/database.ts";

let created: TestDatabase;
let database: Database;
const children: ChildProcess[] = [];

beforeEach(async () => {
  created = await createTestDatabase();
  database = openDatabase(created.url, { name: "test" });
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  await database.close();
  await created.drop();
});

/** Starts a real process with only the variables that it needs. */
function start(entry: "main.ts", environment: Record<string, string> = { DATABASE_URL: created.url }) {
  const env: Record<string, string | undefined> = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    LOG_LEVEL: "silent",
    SVC_BASE_URL: "http://127.0.0.1:1",
    ...environment,
  };
  const child = spawn(process.execPath, [join(import.meta.dirname, entry)], {
    env: env as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  children.push(child);
  const said = { out: "", error: "" };
  child.stdout?.on("data", (data) => {
    said.out += data;
  });
  child.stderr?.on("data", (data) => {
    said.error += data;
  });
  return { child, said, exited: once(child, "close") };
}

const arrive = async (from: number, to: number) => {
  const arrivals = Array.from({ length: to - from }, (_, index) =>
    deliver("verification_item.v2.completed", {
      verification_id: `ver_${index % 20}`,
      item_id: from + index,
      completed_at: secondsIn(1),
    }),
  );
  await storeArrivals(database.pool, arrivals);
  await database.pool.query(`NOTIFY ${WORK_CHANNEL}`);
};
const states = async () => (await database.pool.query("SELECT state, count(*) FROM inbox GROUP BY 1 ORDER BY 1")).rows;

it("reports when it is ready, applies new deliveries and exits with 0 on a signal", async () => {
  const worker = start("main.ts");
  expect(await once(worker.child, "message")).toMatchObject([{ ready: true }, undefined]);
  await arrive(0, 50);
  await vi.waitFor(async () => expect(await states()).toEqual([{ state: "applied", count: 50 }]), { timeout: 60_000 });
  worker.child.kill("SIGTERM");
  expect(await worker.exited).toEqual([0, null]);
  expect(worker.said).toEqual({ out: "", error: "" });
});

it("leaves no delivery half applied when it is killed", async () => {
  await arrive(0, 3_000);
  const first = start("main.ts");
  await vi.waitFor(async () => expect(await states()).toContainEqual(expect.objectContaining({ state: "applied" })), {
    timeout: 60_000,
    interval: 50,
  });
  first.child.kill("SIGKILL");
  await first.exited;
  start("main.ts");
  await vi.waitFor(async () => expect(await states()).toEqual([{ state: "applied", count: 3_000 }]), {
    timeout: 60_000,
  });
  const { rows } = await database.pool.query("SELECT sum(items_total)::int AS items FROM verification_summaries");
  expect(rows).toEqual([{ items: 3_000 }]);
});

it("names the missing variables in one line", async () => {
  const worker = start("main.ts", {});
  expect(await worker.exited).toEqual([1, null]);
  expect(worker.said.error).toBe("DATABASE_URL: required by the worker\n");
});

it("ends with one line if the database has no schema", async () => {
  const empty = await createEmptyDatabase();
  const worker = start("main.ts", { DATABASE_URL: empty.url });
  expect(await worker.exited).toEqual([1, null]);
  expect(worker.said.error).toBe(
    "the database has no schema of Cotejo: run npm run migrate with the same settings, then start again\n",
  );
  await empty.drop();
});

it.each([
  [
    "an unknown role",
    (url: string) => url.replace("user=cotejo", "user=nobody"),
    "the database refuses this user or password",
  ],
  [
    "another schema",
    (url: string) => `${url}&options=-csearch_path%3Dabsent`,
    "the tables of Cotejo are in the schema public",
  ],
])("ends with one line over %s", async (_, change, line) => {
  const worker = start("main.ts", { DATABASE_URL: change(created.url) });
  expect(await worker.exited).toEqual([1, null]);
  expect(worker.said.error).toMatch(new RegExp(`^DATABASE_URL: ${line}.*\n$`));
});
