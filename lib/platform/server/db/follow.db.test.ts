import fc from "fast-check";
import type pg from "pg";
import { afterEach, beforeEach, expect, it } from "vitest";
import { examples, SEED } from "#tools/test/effort.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { follow } from "./follow.ts";

const database = await ownDatabase();
const { pool } = database;

const CREATE = `
  DROP TABLE IF EXISTS entries;
  CREATE TABLE entries (id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY, waits boolean NOT NULL DEFAULT false)`;

beforeEach(async () => void (await pool.query(CREATE)));

const INSERT = "INSERT INTO entries DEFAULT VALUES RETURNING id";
const write = async (client: Pick<pg.PoolClient, "query"> = pool): Promise<number> =>
  (await client.query<{ id: number }>(INSERT)).rows[0]?.id ?? 0;

const entriesTo = async (end: number): Promise<number[]> =>
  (await pool.query<{ id: number }>("SELECT id FROM entries WHERE id <= $1 ORDER BY id", [end])).rows.map(
    ({ id }) => id,
  );

const open = new Set<pg.PoolClient>();

async function begin(): Promise<pg.PoolClient> {
  const client = await pool.connect();
  open.add(client);
  await client.query("BEGIN");
  return client;
}

async function end(client: pg.PoolClient, how: "COMMIT" | "ROLLBACK"): Promise<void> {
  open.delete(client);
  await client.query(how).finally(() => client.release());
}

/** After a failed test, too: otherwise its locks would stop the next one. */
afterEach(async () => {
  for (const client of open) await end(client, "ROLLBACK");
});

const writer = fc.nat(3);
const acts = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ do: fc.constant("write" as const), writer }) },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constantFrom("commit" as const, "commit" as const, "roll back" as const), writer }),
    },
    { weight: 3, arbitrary: fc.record({ do: fc.constant("ask" as const) }) },
  ),
  { minLength: 5, maxLength: 60, size: "max" },
);

it("no entry appears before a settled end, in any order of commits", async () => {
  await fc.assert(
    fc.asyncProperty(acts, async (list) => {
      const writers = new Map<number, pg.PoolClient>();
      const answers: { end: number; seen: number[] }[] = [];
      const follower = follow("entries");
      const ask = async () => {
        const end = await follower.settledEnd(pool);
        if (end !== null) answers.push({ end, seen: await entriesTo(end) });
        return end;
      };
      for (const act of list) {
        if (act.do === "ask") await ask();
        else if (act.do === "write") {
          const client = writers.get(act.writer) ?? (await begin());
          writers.set(act.writer, client);
          await write(client);
        } else {
          const client = writers.get(act.writer);
          writers.delete(act.writer);
          if (client) await end(client, act.do === "commit" ? "COMMIT" : "ROLLBACK");
        }
      }
      for (const client of writers.values()) await end(client, "COMMIT");
      // The first answer may be of an earlier question.
      await ask();
      const newest = (await entriesTo(Number.MAX_SAFE_INTEGER)).at(-1) ?? 0;
      expect(await ask()).toBe(newest);
      for (const { end, seen } of answers) expect(await entriesTo(end)).toEqual(seen);
    }),
    { numRuns: examples(30), seed: SEED, endOnFailure: true },
  );
});

it("waits for the transactions of a moment, however many follow", async () => {
  const follower = follow("entries");
  let writing = await begin();
  await write(writing);
  let newest = await write();
  expect(await follower.settledEnd(pool)).toBeNull();
  for (let round = 0; round < 5; round += 1) {
    // At every moment a transaction has written an entry and is open.
    const next = await begin();
    await write(next);
    await end(writing, round % 2 === 0 ? "COMMIT" : "ROLLBACK");
    expect(await follower.settledEnd(pool)).toBe(newest);
    writing = next;
    newest = await write();
    expect(await follower.settledEnd(pool)).toBeNull();
  }
});

it("waits for an entry whose transaction has no id yet", async () => {
  await pool.query(`
    CREATE OR REPLACE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NEW; END $$;
    CREATE TRIGGER waits BEFORE INSERT ON entries FOR EACH ROW WHEN (NEW.waits) EXECUTE FUNCTION wait_for_test()`);
  const held = await begin();
  await held.query("SELECT pg_advisory_xact_lock(1)");
  const waiting = pool.query<{ id: number }>("INSERT INTO entries (waits) VALUES (true) RETURNING id");
  const isWaiting = async () =>
    (
      await pool.query(
        `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      )
    ).rowCount;
  await expect.poll(isWaiting).toBe(1);
  const greater = await write();
  const follower = follow("entries");
  expect(await follower.settledEnd(pool)).toBeNull();
  await end(held, "COMMIT");
  const [smaller] = (await waiting).rows;
  expect(smaller?.id).toBeLessThan(greater);
  expect(await follower.settledEnd(pool)).toBe(greater);
  expect(await entriesTo(greater)).toEqual([smaller?.id, greater]);
});

it("forgets what it saw before a restore, whose entries have the ids of lost ones", async () => {
  const follower = follow("entries");
  for (let count = 0; count < 3; count += 1) await write();
  const lost = await begin();
  await write(lost);
  const newest = await write();
  expect(await follower.settledEnd(pool)).toBeNull();
  await end(lost, "ROLLBACK");
  await pool.query(CREATE);
  const late = await begin();
  await write(late);
  const greater = await write();
  expect(greater).toBeLessThan(newest);
  expect(await follower.settledEnd(pool)).toBeNull();
  await end(late, "COMMIT");
  expect(await follower.settledEnd(pool)).toBe(greater);
});
