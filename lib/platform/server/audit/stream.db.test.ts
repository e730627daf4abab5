import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import {
  readStreamCursor,
  type StreamCursor,
  streamedEntry,
  writeStreamCursor,
} from "#lib/platform/contract/audit/stream.ts";
import { type Client, type Database, openDatabase } from "#lib/platform/server/db/database.ts";
import { createTestDatabase } from "#tools/test/database.ts";
import { SYSTEM_ACTOR } from "./actor.ts";
import { streamAudit } from "./stream.ts";
import { writeAudit } from "./write.ts";

let database: Database;
let drop: () => Promise<void>;
let start: StreamCursor | null;

beforeAll(async () => {
  const created = await createTestDatabase();
  database = openDatabase(created.url, { name: "audit stream test", withoutTimeLimits: true });
  drop = created.drop;
});
afterAll(async () => {
  await database.close();
  await drop();
});
beforeEach(async () => {
  await write(database.pool);
  start = await cursorAfterAll();
});

const write = (client: Client, after = {}) =>
  writeAudit(client, { action: "views.ordered", ids: {}, actor: SYSTEM_ACTOR, after });

async function cursorAfterAll(): Promise<StreamCursor | null> {
  const { rows } = await database.pool.query("SELECT id, at FROM audit_log ORDER BY id DESC LIMIT 1");
  return rows[0];
}

const next = (cursor: StreamCursor | null, options = {}) => streamAudit(cursor, options, database);
const idsOf = ({ entries }: Awaited<ReturnType<typeof next>>) => entries.map(({ entry_id }) => entry_id);

it("has the entries after a cursor, oldest first, as many as the limit allows, and the next cursor", async () => {
  const written = [await write(database.pool, { name: "a" }), await write(database.pool), await write(database.pool)];
  const first = await next(start, { limit: 2 });
  expect(idsOf(first)).toEqual(written.slice(0, 2));
  expect(streamedEntry.parse(first.entries[0])).toMatchObject({
    action: "views.ordered",
    outcome: "done",
    after: { name: "a" },
    user_id: null,
    token_id: null,
  });
  const second = await next(readStreamCursor(first.next ?? ""));
  expect(idsOf(second)).toEqual(written.slice(2));
  const end = await next(readStreamCursor(second.next ?? ""));
  expect(end).toEqual({ entries: [], next: second.next });
});

it("begins with the first entry of all without a cursor", async () => {
  const { rows } = await database.pool.query("SELECT min(id) AS first FROM audit_log");
  expect(idsOf(await next(null))[0]).toBe(rows[0].first);
});

it("never skips an entry that is committed after one with a greater number", async () => {
  const late = await database.pool.connect();
  try {
    await late.query("BEGIN");
    const smaller = await write(late);
    const greater = await write(database.pool);
    expect(greater).toBeGreaterThan(smaller);
    // The greater number is committed and the smaller is not: no entry is returned yet.
    expect(await next(start, { timeoutMs: 50 })).toEqual({ entries: [], next: start && writeStreamCursor(start) });
    const waiting = next(start, { timeoutMs: 60_000 });
    await late.query("COMMIT");
    expect(idsOf(await waiting)).toEqual([smaller, greater]);
  } finally {
    late.release();
  }
});

it("leaves out an entry that is rolled back, and waits for no transaction that began later", async () => {
  const [early, later] = [await database.pool.connect(), await database.pool.connect()];
  try {
    await early.query("BEGIN");
    await write(early);
    const greater = await write(database.pool);
    const queries = vi.spyOn(database.pool, "query");
    const waiting = next(start, { timeoutMs: 60_000 });
    // At the second poll the first transaction has ended.
    const polls = () =>
      queries.mock.calls.filter(([text]: readonly unknown[]) => String(text).includes("pg_locks")).length;
    await expect.poll(polls).toBeGreaterThan(1);
    queries.mockRestore();
    await later.query("BEGIN");
    await write(later);
    await early.query("ROLLBACK");
    const seen = await Promise.race([waiting, new Promise<null>((resolve) => setTimeout(resolve, 30_000, null))]);
    expect(seen && idsOf(seen)).toEqual([greater]);
  } finally {
    await later.query("ROLLBACK");
    early.release();
    later.release();
  }
});

it("goes on after a restore, whose entries have numbers that an ended history had too", async () => {
  const again = [await write(database.pool), await write(database.pool)];
  const { rows } = await database.pool.query("SELECT at FROM audit_log WHERE id = $1", [start?.id]);
  // The collector had read beyond these numbers before the restore.
  const ended = { id: (again[1] as number) + 10, at: rows[0].at };
  expect(idsOf(await next(ended))).toEqual(again);
});

it("goes on where the retention has deleted the entry of the cursor", async () => {
  const written = await write(database.pool);
  // The cursor of a deleted entry: no entry has this number and time.
  const gone = { id: start?.id ?? 0, at: "2020-01-01T00:00:00.000000Z" };
  expect(idsOf(await next(gone))).toContain(written);
});
