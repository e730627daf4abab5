import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Database, openDatabase } from "#lib/platform/server/db/database.ts";
import { runWorker } from "#lib/worker/worker.ts";
import { deliver, secondsIn, storeArrivals } from "#tools/test/arrivals.ts";
import { createTestDatabase, type TestDatabase } from "#tools/test/database.ts";
import { drainInbox } from "./drain.ts";
import { MAX_ATTEMPTS } from "./drain-errors.ts";
import { rebuildProjections } from "./replay.ts";

let created: TestDatabase;
let database: Database;

beforeEach(async () => {
  created = await createTestDatabase();
  database = openDatabase(created.url, { name: "test" });
});
afterEach(async () => {
  await database.close();
  await created.drop();
});

const query = async (text: string) => (await database.pool.query(text)).rows;
const rows = () => query("SELECT state, attempts, last_error FROM inbox ORDER BY id");
const arrive = (count: number) =>
  storeArrivals(
    database.pool,
    Array.from({ length: count }, (_, index) =>
      deliver("verification_item.v2.completed", {
        verification_id: "ver_1",
        item_id: index + 1,
        completed_at: secondsIn(1),
      }),
    ),
  );

const APPLIED = { state: "applied", attempts: 0, last_error: null };

/** As when a newer schema wants what this version does not write. */
const WANTED = "ALTER TABLE item_changes ADD COLUMN wanted text NOT NULL CHECK (wanted <> '')";

async function setAside(): Promise<void> {
  await query(WANTED);
  await arrive(2);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    await drainInbox(database);
    await query("UPDATE inbox SET next_attempt_at = now() WHERE state = 'pending'");
  }
  expect((await rows()).map(({ state }) => state)).toEqual(["failed", "failed"]);
  await query("ALTER TABLE item_changes DROP COLUMN wanted");
}

it("an unknown schema counts against no row, and all rows are applied once it fits again", async () => {
  await arrive(3);
  await query("ALTER TABLE item_changes RENAME COLUMN item_id TO renamed");
  for (let attempt = 0; attempt <= MAX_ATTEMPTS; attempt += 1) {
    await expect(drainInbox(database)).rejects.toMatchObject({ code: "42703" });
  }
  const pending = { state: "pending", attempts: 0, last_error: null };
  expect(await rows()).toEqual([pending, pending, pending]);
  await query("ALTER TABLE item_changes RENAME COLUMN renamed TO item_id");
  expect(await drainInbox(database)).toEqual({ applied: 3, unrecognized: 0, failed: 0 });
});

it("rows refused by the database are tried again by the next worker that starts", async () => {
  await setAside();
  const stop = new AbortController();
  const ended = runWorker({ database, databaseUrl: created.url, tasks: [], signal: stop.signal });
  await vi.waitFor(async () => expect(await rows()).toEqual([APPLIED, APPLIED]), { timeout: 60_000 });
  stop.abort();
  await ended;
});

it("a rebuild applies the set-aside rows too", async () => {
  await setAside();
  expect(await rebuildProjections(database)).toEqual({ applied: 2, unrecognized: 0, failed: 0 });
  expect(await rows()).toEqual([APPLIED, APPLIED]);
});
