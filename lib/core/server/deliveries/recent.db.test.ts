import { beforeEach, expect, it } from "vitest";
import { ownDatabase } from "#tools/test/own-database.ts";
import { readRecentDeliveries } from "./recent.ts";

const database = await ownDatabase();
const { pool } = database;

beforeEach(() => pool.query("TRUNCATE inbox, refusals"));

/** Rows received so many hours before the begun hour, half an hour into theirs. */
const store = (rows: { kind?: string; state?: string; hours: number }[]) =>
  pool.query(
    `INSERT INTO inbox (kind, state, received_at, signature)
     SELECT COALESCE(kind, 'delivery'), COALESCE(state, 'applied'),
       date_bin('1 hour', now(), 'epoch') - make_interval(hours => hours) + interval '30 minutes', gen_random_uuid()::text
     FROM json_to_recordset($1::json) AS row(kind text, state text, hours int)`,
    [JSON.stringify(rows)],
  );

it("answers 24 whole hours, the last one begun, and nothing else in an empty database", async () => {
  const { hours, ...rest } = await readRecentDeliveries(database);
  const starts = hours.map(({ from }) => Date.parse(from));
  const [first = 0] = starts;
  expect(starts).toEqual(Array.from({ length: 24 }, (_, hour) => first + hour * 3_600_000));
  expect(first % 3_600_000).toBe(0);
  expect(hours.every(({ count }) => count === 0)).toBe(true);
  expect(rest).toEqual({ total: 0, refused: 0, outcomes: { pending: 0, unrecognized: 0, failed: 0 } });
});

it("counts a delivery in its hour; reads, blocked deliveries and older ones in none", async () => {
  await store([
    { hours: 1 },
    { hours: 1, state: "pending" },
    { hours: 23 },
    { hours: 24 },
    { hours: 2, kind: "snapshot" },
    { hours: 2, state: "blocked" },
  ]);
  const { hours, total } = await readRecentDeliveries(database);
  expect(hours.map(({ count }) => count)).toEqual([1, ...Array.from({ length: 21 }, () => 0), 2, 0]);
  expect(total).toBe(3);
});

it("counts deliveries that are not applied, of any age, and the deliveries of recent refusals", async () => {
  await store([
    { hours: 1, state: "pending" },
    { hours: 1, state: "pending", kind: "snapshot" },
    { hours: 500, state: "failed" },
    { hours: 1, state: "failed" },
    { hours: 500, state: "unrecognized" },
  ]);
  await pool.query(
    `INSERT INTO refusals (at, reason, count) VALUES (now(), 'no_match', 4), (now() - interval '1 hour', 'too_old', 2),
       (now() - interval '25 hours', 'no_match', 9)`,
  );
  expect(await readRecentDeliveries(database)).toMatchObject({
    refused: 6,
    outcomes: { pending: 1, unrecognized: 1, failed: 2 },
  });
});

it("reports 'at least' for more deliveries than are counted", async () => {
  await store([3, 3, 3, 5].map((hours) => ({ hours, state: "failed" })));
  const { hours, total, outcomes } = await readRecentDeliveries(database, 2);
  expect(hours.filter(({ count }) => count !== 0).map(({ count }) => count)).toEqual([1, { at_least: 2 }]);
  expect(total).toEqual({ at_least: 3 });
  expect(outcomes.failed).toEqual({ at_least: 2 });
});
