import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CONTRACT_VERSION } from "#lib/core/contract/events/event.ts";
import { type Database, inTransaction, openDatabase } from "#lib/platform/server/db/database.ts";
import { type Arrival, deliver, HISTORY_START, read, secondsIn, storeArrivals } from "#tools/test/arrivals.ts";
import { createTestDatabase, type TestDatabase } from "#tools/test/database.ts";
import { dumpProjections } from "#tools/test/projections.ts";
import { drainInbox } from "./drain.ts";
import { MAX_ATTEMPTS } from "./drain-errors.ts";
import { rebuildProjections, retryUnrecognized } from "./replay.ts";

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

const query = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
const states = async () =>
  Object.fromEntries(
    (await query("SELECT state, count(*) FROM inbox GROUP BY 1")).map((row) => [row.state, row.count]),
  );

const completed = (item_id: number): Arrival =>
  deliver("verification_item.v2.completed", {
    verification_id: `ver_${item_id % 3}`,
    item_id,
    item_error: "a value that stays private",
    completed_at: secondsIn(item_id),
  });
const items = (count: number) => Array.from({ length: count }, (_, index) => completed(index + 1));

/** While this constraint exists, item 7 cannot be applied. */
const REFUSE_ITEM_7 = "ALTER TABLE item_changes ADD CONSTRAINT no_seven CHECK (item_id <> 7)";

it("a database too slow for a batch gets smaller batches, down to a single row", async () => {
  await storeArrivals(database.pool, items(8));
  await query(
    `CREATE FUNCTION slowly() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(0.25); RETURN NEW; END'`,
  );
  await query("CREATE TRIGGER slow BEFORE UPDATE ON inbox FOR EACH ROW EXECUTE FUNCTION slowly()");
  const hasty = new pg.Pool({
    connectionString: created.url,
    statement_timeout: 1_000,
    types: database.pool.options.types,
  });
  // A connection may close later than the pool has ended, when the database is dropped.
  hasty.on("connect", (client) => client.on("error", () => undefined)).on("error", () => undefined);
  try {
    expect(await drainInbox({ pool: hasty })).toEqual({ applied: 8, unrecognized: 0, failed: 0 });
  } finally {
    await hasty.end();
  }
});

describe("a row that cannot be applied", () => {
  it("fails alone, with a reason without values, while its neighbours are applied", async () => {
    await query(REFUSE_ITEM_7);
    await storeArrivals(database.pool, items(20));
    expect(await drainInbox(database)).toEqual({ applied: 19, unrecognized: 0, failed: 1 });
    expect(await states()).toEqual({ applied: 19, pending: 1 });
    const [row] = await query(
      "SELECT attempts, last_error, next_attempt_at > now() AS later FROM inbox WHERE state = 'pending'",
    );
    expect(row).toEqual({ attempts: 1, last_error: "database error 23514 in item_changes.no_seven", later: true });
    expect(await query("SELECT sum(items_total)::int AS items FROM verification_summaries")).toEqual([{ items: 19 }]);
  });

  it("is not retried before it is due, and is set aside after its last attempt", async () => {
    await query(REFUSE_ITEM_7);
    await storeArrivals(database.pool, [completed(7)]);
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      expect((await drainInbox(database)).failed).toBe(1);
      expect((await drainInbox(database)).failed).toBe(0);
      await query("UPDATE inbox SET next_attempt_at = now() - interval '1 second' WHERE state = 'pending'");
    }
    const [row] = await query("SELECT state, attempts, next_attempt_at FROM inbox");
    expect(row).toEqual({ state: "failed", attempts: MAX_ATTEMPTS, next_attempt_at: null });
    expect((await drainInbox(database)).failed).toBe(0);
  });

  it("is applied like any other once the cause is gone", async () => {
    await query(REFUSE_ITEM_7);
    await storeArrivals(database.pool, [completed(7)]);
    await drainInbox(database);
    await query("ALTER TABLE item_changes DROP CONSTRAINT no_seven");
    await query("UPDATE inbox SET next_attempt_at = now()");
    expect((await drainInbox(database)).applied).toBe(1);
    expect(await query("SELECT state, last_error FROM inbox")).toEqual([{ state: "applied", last_error: null }]);
  });

  it("may be a snapshot with a missing body or invalid JSON", async () => {
    await storeArrivals(database.pool, [
      read("ver_1", 1, { status: "pending" }),
      read("ver_2", 1, { status: "error" }),
    ]);
    await query("UPDATE snapshot_bodies SET body = 'not json' WHERE body LIKE '%pending%'");
    await query("DELETE FROM snapshot_bodies WHERE body LIKE '%error%'");
    await drainInbox(database);
    expect((await query("SELECT last_error FROM inbox ORDER BY id")).map((row) => row.last_error)).toEqual([
      "a snapshot whose body is not JSON",
      "a snapshot whose body is gone",
    ]);
  });
});

describe("failures of the database itself", () => {
  /** Raises `code` for the first `times` statements that add an item; a sequence is not rolled back. */
  const raise = (code: string, times: number) =>
    query(`
      CREATE SEQUENCE failures;
      CREATE FUNCTION failing() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF nextval('failures') <= ${times} THEN RAISE EXCEPTION 'failing' USING ERRCODE = '${code}'; END IF;
          RETURN NULL;
        END $$;
      CREATE TRIGGER failing AFTER INSERT ON item_changes FOR EACH STATEMENT EXECUTE FUNCTION failing();`);

  it("repeats a batch that a deadlock or a serialization failure rolled back, without counting", async () => {
    await raise("40001", 3);
    await storeArrivals(database.pool, items(5));
    expect(await drainInbox(database)).toEqual({ applied: 5, unrecognized: 0, failed: 0 });
    expect(await query("SELECT DISTINCT attempts FROM inbox")).toEqual([{ attempts: 0 }]);
  });

  it("passes any other failure to the caller and loses nothing", async () => {
    await raise("53200", 1);
    await storeArrivals(database.pool, items(5));
    await expect(drainInbox(database)).rejects.toThrow("failing");
    expect(await query("SELECT DISTINCT state, attempts FROM inbox")).toEqual([{ state: "pending", attempts: 0 }]);
    expect(await query("SELECT * FROM verification_summaries")).toEqual([]);
    expect((await drainInbox(database)).applied).toBe(5);
  });
});

describe("an unknown event", () => {
  const strange = (body: string): Arrival => ({ kind: "delivery", t: HISTORY_START, body });

  it("becomes unrecognized, with a typed reason, and stays with its verification", async () => {
    await storeArrivals(database.pool, [
      strange(JSON.stringify({ event_name: "verification.v3.born", data: { verification_id: "ver_1" } })),
      completed(1),
    ]);
    expect(await drainInbox(database)).toEqual({ applied: 1, unrecognized: 1, failed: 0 });
    const [row] = await query("SELECT * FROM inbox WHERE state = 'unrecognized'");
    expect(row).toMatchObject({
      event_name: "verification.v3.born",
      verification_id: "ver_1",
      last_error: "unknown_event: event_name: not one of the 11 events",
      contract_version: CONTRACT_VERSION,
    });
  });

  it("is read again under a newer contract, and only then", async () => {
    await storeArrivals(database.pool, [completed(1), completed(2)]);
    await query(
      `UPDATE inbox SET state = 'unrecognized', event_name = NULL, verification_id = NULL, last_error = 'unknown_event',
         contract_version = $1 + CASE WHEN id = (SELECT min(id) FROM inbox) THEN 0 ELSE 1 END`,
      [CONTRACT_VERSION - 1],
    );
    expect(await retryUnrecognized(database)).toBe(1);
    expect(await drainInbox(database)).toEqual({ applied: 1, unrecognized: 0, failed: 0 });
    expect(
      await query("SELECT state, event_name, verification_id, last_error, contract_version FROM inbox ORDER BY id"),
    ).toEqual([
      {
        state: "applied",
        event_name: "verification_item.v2.completed",
        verification_id: "ver_1",
        last_error: null,
        contract_version: CONTRACT_VERSION,
      },
      expect.objectContaining({ state: "unrecognized", event_name: null }),
    ]);
  });
});

describe("many rows", () => {
  it("are applied over several batches, and by several workers at once", async () => {
    await storeArrivals(database.pool, items(60));
    const results = await Promise.all([1, 2, 3].map(() => drainInbox(database, { batchSize: 4 })));
    expect(results.reduce((sum, result) => sum + result.applied, 0)).toBe(60);
    expect(await states()).toEqual({ applied: 60 });
  });

  it("are applied in two parts, one of which continues while the other waits for a verification", async () => {
    const parts = await query(
      `SELECT array_agg('ver_' || n) AS ids FROM generate_series(1, 20) AS n GROUP BY hashtext('ver_' || n) & 1`,
    );
    const [[first, held], [free]] = parts.map(({ ids }) => ids);
    const of = (verification_id: string) => deliver("verification_item.v2.completed", { verification_id, item_id: 1 });
    await storeArrivals(database.pool, [of(first), of(held), of(free)]);
    let drained: Promise<unknown> = Promise.resolve();
    const appliedFirst = async () =>
      (await query("SELECT verification_id FROM inbox WHERE state = 'applied' ORDER BY id")).map(
        (row) => row.verification_id,
      );
    await query("INSERT INTO verification_summaries (verification_id) VALUES ($1)", [held]);
    await inTransaction(database.pool, async (holder) => {
      await holder.query("SELECT FROM verification_summaries WHERE verification_id = $1 FOR UPDATE", [held]);
      drained = drainInbox(database, { batchSize: 1 });
      await expect.poll(appliedFirst).toEqual([first, free]);
    });
    await drained;
    expect(await states()).toEqual({ applied: 3 });
  });

  it("are no longer in progress once the database has refused one of the parts", async () => {
    await storeArrivals(database.pool, items(60));
    let taken = 0;
    const refusing = Object.assign(Object.create(database.pool) as pg.Pool, {
      connect: async () => {
        taken += 1;
        if (taken === 4) throw Object.assign(new Error("the connection is gone"), { code: "ECONNRESET" });
        return database.pool.connect();
      },
    });
    await expect(drainInbox({ pool: refusing }, { batchSize: 4 })).rejects.toThrow("the connection is gone");
    expect(database.pool.idleCount).toBe(database.pool.totalCount);
  });

  it("are not applied further after the signal to stop, which is checked between batches", async () => {
    await storeArrivals(database.pool, items(4));
    expect((await drainInbox(database, { signal: AbortSignal.abort() })).applied).toBe(0);
    expect(await states()).toEqual({ pending: 4 });
  });
});

describe("a rebuild", () => {
  it("concurrent with workers and new arrivals loses no row and applies none twice", async () => {
    const live = new AbortController();
    const work = async () => {
      while (!live.signal.aborted) await drainInbox(database, { batchSize: 3 });
    };
    const workers = [work(), work()];
    for (let round = 0; round < 4; round += 1) {
      await storeArrivals(database.pool, items(25));
      await rebuildProjections(database);
    }
    live.abort();
    await Promise.all(workers);
    await drainInbox(database);
    expect(await states()).toEqual({ applied: 100 });
    const beside = await dumpProjections(database.pool);
    await rebuildProjections(database);
    expect(await dumpProjections(database.pool)).toBe(beside);
    expect(await query("SELECT sum(items_total)::int AS items FROM verification_summaries")).toEqual([{ items: 25 }]);
  });

  it("answers a page that reads one table after the other while it waits for both", async () => {
    await storeArrivals(database.pool, items(3));
    await drainInbox(database);
    let rebuilding: Promise<unknown> = Promise.resolve();
    await inTransaction(database.pool, async (page) => {
      expect((await page.query("SELECT FROM verification_list")).rowCount).toBe(3);
      rebuilding = rebuildProjections(database).catch((error: unknown) => error);
      await expect
        .poll(() => query("SELECT FROM pg_locks WHERE NOT granted AND relation = 'verification_list'::regclass"))
        .toHaveLength(1);
      expect((await page.query("SELECT FROM verification_summaries")).rowCount).toBe(3);
    });
    expect(await rebuilding).toMatchObject({ applied: 3 });
  });
});
