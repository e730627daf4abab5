/** @module-tag durability */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { notifyChanged } from "#lib/core/server/live/notify.ts";
import { LiveHub } from "#lib/core/server/live/stream.ts";
import { type Database, inTransaction, openDatabase } from "#lib/platform/server/db/database.ts";
import { runWorker } from "#lib/worker/worker.ts";
import { deliver, secondsIn, storeArrivals } from "./arrivals.ts";
import { startProxy } from "./balancer.ts";
import { createTestDatabase, type TestDatabase } from "./database.ts";

/* The database's machine vanishes: no connection is refused or closed, and no answer arrives any more. */

let created: TestDatabase;
/** A direct connection, since other clients can still reach the database. */
let direct: Database;
let proxy: Awaited<ReturnType<typeof startProxy>>;

beforeEach(async () => {
  created = await createTestDatabase();
  direct = openDatabase(created.url, { name: "direct" });
  proxy = await startProxy(created.url);
});
afterEach(async () => {
  await proxy.close();
  await direct.close();
  await created.drop();
});

/** The limits of the product divided by eight: the results do not depend on their length. */
const withShortLimits = (url: string) =>
  `${url}${url.includes("?") ? "&" : "?"}query_timeout=1250&idle_in_transaction_session_timeout=1250`;

/** Far less than the minutes after which the kernel gives a connection up, and more than our limits. */
const TIMEOUT_MS = 60_000;

async function arrive(item_id: number): Promise<void> {
  await storeArrivals(direct.pool, [
    deliver("verification_item.v2.completed", { verification_id: "ver_1", item_id, completed_at: secondsIn(1) }),
  ]);
}
const applied = async () =>
  (await direct.pool.query("SELECT count(*) AS count FROM inbox WHERE state = 'applied'")).rows[0].count;

it("a worker continues by itself once the database can be reached again", async () => {
  const database = openDatabase(proxy.url, { name: "worker" });
  const stop = new AbortController();
  const during: string[] = [];
  const ended = runWorker({
    database,
    databaseUrl: proxy.url,
    tasks: [],
    signal: stop.signal,
    onProblem: (what) => during.push(what),
  });
  await arrive(1);
  await vi.waitFor(async () => expect(await applied()).toBe(1), { timeout: TIMEOUT_MS });
  proxy.dropAll();
  await arrive(2);
  await vi.waitFor(() => expect(during).toEqual(expect.arrayContaining(["drain", "listen"])), { timeout: TIMEOUT_MS });
  proxy.recover();
  await vi.waitFor(async () => expect(await applied()).toBe(2), { timeout: TIMEOUT_MS });
  stop.abort();
  await ended;
  await database.close();
});

it("live updates begin again with a hello, after which pages request missed changes", async () => {
  const events: string[] = [];
  const hub = new LiveHub(withShortLimits(proxy.url), () => undefined);
  hub.subscribe({ send: ({ event }) => events.push(event), role: () => "support" });
  await vi.waitFor(() => expect(events).toEqual(["hello"]), { timeout: TIMEOUT_MS });
  proxy.dropAll();
  await notifyChanged(direct.pool, new Map([["ver_1", new Set(["status" as const])]]));
  proxy.recover();
  await vi.waitFor(() => expect(events).toEqual(["hello", "hello"]), { timeout: TIMEOUT_MS });
  await hub.close();
});

it("a transaction without an answer ends, and closes the idle connections: the next one needs no wait", async () => {
  const database = openDatabase(withShortLimits(proxy.url), { name: "pages" });
  const one = () => database.pool.query("SELECT pg_sleep(0.05)");
  // A busy machine may take longer to connect than the product's timeout.
  const connect = () => Promise.all(Array.from({ length: 5 }, one));
  await vi.waitFor(connect, { timeout: TIMEOUT_MS });
  await vi.waitFor(() => expect(database.pool.idleCount).toBe(5), { timeout: TIMEOUT_MS });
  proxy.dropAll();
  await expect(inTransaction(database.pool, (client) => client.query("SELECT 1"))).rejects.toThrow("timeout");
  proxy.recover();
  await vi.waitFor(() => expect(database.pool.idleCount).toBe(0), { timeout: 60_000 });
  expect((await inTransaction(database.pool, (client) => client.query("SELECT 1 AS one"))).rows).toEqual([{ one: 1 }]);
  await database.close();
});

it("a transaction whose client has vanished keeps its locks for seconds, not for hours", async () => {
  const database = openDatabase(withShortLimits(proxy.url), { name: "vanishing" });
  const client = await database.pool.connect();
  await client.query("BEGIN");
  await client.query("INSERT INTO heartbeats (process, instance) VALUES ('worker', 'one')");
  proxy.dropAll();
  const open = async () =>
    (
      await direct.pool.query(
        "SELECT FROM pg_stat_activity WHERE application_name = 'vanishing' AND datname = current_database()",
      )
    ).rowCount;
  expect(await open()).toBe(1);
  await vi.waitFor(async () => expect(await open()).toBe(0), { timeout: TIMEOUT_MS });
  client.release(new Error("gone"));
  await database.close();
});
