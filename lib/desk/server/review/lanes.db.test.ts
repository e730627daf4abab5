import { expect, it } from "vitest";
import type { Reason, ReviewState } from "#lib/core/contract/verifications/review.ts";
import { VERIFICATION_FILTER, type VerificationFilter } from "#lib/core/contract/verifications/verification-filter.ts";
import { filterOfLane, LANES, type Lane, MAX_IN_LANE } from "#lib/desk/contract/review/lanes.ts";
import { listVerifications } from "#lib/desk/server/list/list.ts";
import { takeNext } from "#lib/desk/server/review/next.ts";
import { reviewDesk } from "#lib/desk/server/review/testing/files.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { insertSummaries } from "#tools/test/summaries.ts";
import { readLanes } from "./lanes.ts";

const database = await ownDatabase();
const { pool } = database;
const ana = await reviewDesk(database).user("ana", "compliance");
const raul = await reviewDesk(database).user("raul", "compliance");

const STATES: ReviewState[] = ["open", "waiting", "approval", "resolved"];
const REASONS: Reason[][] = [
  [],
  ["decision"],
  ["changed"],
  ["stalled_customer"],
  ["stalled_service"],
  ["item", "stalled_customer"],
];

/** A review of each state, set of reasons, assignee, and due time or none. */
const reviews = STATES.flatMap((state) =>
  REASONS.flatMap((reasons) =>
    [null, ana.id, raul.id].flatMap((assignee) =>
      [true, false].map((overdue) => ({ state, reasons, assignee, overdue })),
    ),
  ),
).map((review, index) => ({ ...review, verification_id: `ver_${index}` }));

const total = async (filter: VerificationFilter) =>
  (await listVerifications({ filter, limit: 1, userId: ana.id }, database)).total;

const overdueOf = (lane: Lane, filter: VerificationFilter): VerificationFilter =>
  lane === "dates" ? { ...filter, due_dates: ["overdue"] } : { ...filter, due: ["overdue"] };

it("counts nothing in an empty database", async () => {
  const none = { count: 0, overdue: 0 };
  const lanes = Object.fromEntries(LANES.map((lane) => [lane, none]));
  expect(await readLanes(ana.id, database)).toEqual({ ...lanes, begun: false, dated: false });
  // A file without a review.
  await pool.query(
    "INSERT INTO reviews (verification_id, digest, standing, bases) VALUES ('ver_quiet', '', '{}', '[]')",
  );
  expect(await readLanes(ana.id, database)).toMatchObject({ begun: false });
  await pool.query("DELETE FROM reviews");
  await pool.query(
    `INSERT INTO review_log (verification_id, at, kind, reasons, policy_version, differences, handled, request)
     VALUES ('ver_quiet', now(), 'opened', '{item}', 1, '[]', '[]', '[]')`,
  );
  expect(await readLanes(ana.id, database)).toMatchObject({ begun: true });
});

it("counts each lane as the list with its filter, and the overdue ones among them", async () => {
  await insertSummaries(
    pool,
    reviews.map(({ verification_id }) => ({ verification_id })),
  );
  await pool.query(
    `INSERT INTO reviews (verification_id, state, assignee, reasons, due_at, overdue, digest, standing, bases)
     SELECT verification_id, state, assignee, reasons, now() + CASE WHEN overdue THEN -1 ELSE 1 END * interval '1 day',
       overdue, '', '{}', '[]'
     FROM json_to_recordset($1::json)
       AS review(verification_id text, state text, assignee uuid, reasons text[], overdue boolean)`,
    [JSON.stringify(reviews)],
  );
  await pool.query(
    `INSERT INTO file_dates (verification_id, expired, too_old, expires_soon, unknown, causes, due_from, due_on, backlog)
     SELECT verification_id, '{}', '{}', '{}', '{}', '[]', day, day, backlog
     FROM (VALUES ('ver_0', '2020-01-01'::date, false), ('ver_1', '2020-01-01', true), ('ver_2', '2099-01-01', false))
       AS dates (verification_id, day, backlog)`,
  );
  const lanes = await readLanes(ana.id, database);
  expect(lanes).toMatchObject({ dates: { count: 2, overdue: 1 }, dated: true });
  for (const lane of LANES) {
    const filter = filterOfLane(lane);
    const listed = { count: await total(filter), overdue: await total(overdueOf(lane, filter)) };
    expect({ [lane]: lanes[lane] }).toEqual({ [lane]: listed });
    expect(listed.count).toBeGreaterThan(0);
  }
  expect(lanes.mine).toEqual({ count: 12, overdue: 6 });
  expect(lanes.waiting.overdue).toBe(0);
});

it("counts other users' proposals as to approve", async () => {
  const before = (await readLanes(ana.id, database)).approval.count;
  await pool.query(
    "UPDATE reviews SET standing = jsonb_build_object('submitted_by', $1::text) WHERE verification_id = $2",
    [ana.id, reviews.find(({ state }) => state === "approval")?.verification_id],
  );
  expect((await readLanes(ana.id, database)).approval.count).toBe(Number(before) - 1);
  expect((await readLanes(raul.id, database)).approval.count).toBe(before);
});

it("counts as `unassigned` all files that `next` hands out", async () => {
  const { count } = (await readLanes(ana.id, database)).unassigned;
  let taken = 0;
  while (await takeNext(VERIFICATION_FILTER.empty, raul, database)) taken += 1;
  expect(taken).toBe(count);
  expect((await readLanes(ana.id, database)).unassigned.count).toBe(0);
});

it("stops counting in a long lane", async () => {
  await pool.query(
    `INSERT INTO reviews (verification_id, state, digest, standing, bases)
     SELECT 'many_' || n, 'waiting', '', '{}', '[]' FROM generate_series(1, ${MAX_IN_LANE}) AS n`,
  );
  expect((await readLanes(ana.id, database)).waiting.count).toEqual({ at_least: MAX_IN_LANE });
});
