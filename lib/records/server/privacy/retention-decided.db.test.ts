import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { rebuildProjections } from "#lib/core/server/inbox/replay.ts";
import {
  answerApproval,
  changeReview,
  type Reviewer,
  ratifyReview,
  undoReview,
} from "#lib/desk/server/review/command.ts";
import { finalRun, finding, finishedFile, reviewDesk } from "#lib/desk/server/review/testing/files.ts";
import { inTransaction } from "#lib/platform/server/db/database.ts";
import { read } from "#tools/test/arrivals.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { dumpProjections } from "#tools/test/projections.ts";
import { eraseVerification } from "./erase.ts";
import { forgetOldestAudit } from "./forget-audit.ts";
import { privacyTasks, retain } from "./retention.ts";

const database = await ownDatabase();
const { pool } = database;
const { begin, user, receive, review } = reviewDesk(database);

let ana: Reviewer;
let raul: Reviewer;

beforeAll(async () => {
  vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
  ana = await user("Ana", "compliance");
  raul = await user("Raul", "compliance");
});
beforeEach(() => begin({ approval: "never" }));

const DEFAULT = {
  RETENTION_PAYLOADS_DAYS: 365,
  RETENTION_PEOPLE_DAYS: 365,
  RETENTION_REFUSALS_DAYS: 30,
  RETENTION_AUDIT_DAYS: 3653,
  keepsDecided: { payloads: true, people: true, audit: true },
};
const SET = { ...DEFAULT, keepsDecided: { payloads: false, people: false, audit: false } };
const never = new AbortController().signal;
const keep = (policy = DEFAULT, whole = false) => retain(never, database, policy, whole);

const version = async (id: string) => (await review(id)).version;
const change = async (id: string, given: object, by = ana) =>
  changeReview(id, { version: await version(id), state: "resolved", ...given }, by, database);
const accept = (id: string) => change(id, { resolution: "accepted", reason: "Visto" });
const close = (id: string) => change(id, { resolution: "closed", reason_code: "opened_by_mistake" });
const propose = async (id: string) => {
  await begin({ approval: "always" });
  await accept(id);
};
const answer = async (id: string, approve: boolean) =>
  answerApproval(id, { version: await version(id), approve }, raul, database);

/** With three deliveries, a reading and people. */
const file = (id: string) =>
  receive(
    ...finishedFile(id),
    read(id, 95, { id, status: "finished" }),
    read(id, 96, { full_list: [{ people_id: 5, full_name: `Ana ${id}` }] }, "people"),
  );

/** Makes the rows of a file older by so many days. */
const age = (id: string, days = 400) =>
  pool.query("UPDATE inbox SET received_at = received_at - make_interval(days => $2) WHERE verification_id = $1", [
    id,
    days,
  ]);

/** How many payloads of a file are left, and how many of its people can be searched. */
async function left(id: string): Promise<number[]> {
  const { rows } = await pool.query(
    `SELECT
       (SELECT count(*)::int FROM inbox WHERE verification_id = $1 AND kind = 'delivery' AND body IS NOT NULL) AS deliveries,
       (SELECT count(*)::int FROM inbox JOIN snapshot_bodies ON hash = body_hash
        WHERE verification_id = $1 AND stated IS NULL) AS readings,
       (SELECT count(*)::int FROM verification_people WHERE verification_id = $1) AS people`,
    [id],
  );
  return Object.values(rows[0]);
}

const ALL = [3, 2, 1];
const NONE = [0, 0, 0];

/** The rows that a run would scan. */
const scanned = async () =>
  (
    await pool.query(
      `SELECT FROM inbox WHERE state = 'applied' AND stated IS NULL AND NOT kept AND received_at < now() - interval '365 days'`,
    )
  ).rowCount;

describe("payloads and people", () => {
  it.each<[string, (id: string) => Promise<unknown>, number[]]>([
    ["accepted", accept, ALL],
    ["rejected", (id) => change(id, { resolution: "rejected", reason_code: "no_answer" }), ALL],
    ["approved", async (id) => [await propose(id), await answer(id, true)], ALL],
    [
      "ratified",
      async (id) => {
        await accept(id);
        await receive(finalRun(id, [finding("high", "acta")], 200));
        await ratifyReview(id, await version(id), raul, database, "Revisado");
      },
      [4, 2, 1],
    ],
    ["reopened", async (id) => [await accept(id), await change(id, { state: "open" })], ALL],
    [
      "reopened and closed",
      async (id) => [await accept(id), await change(id, { state: "open" }), await close(id)],
      ALL,
    ],
    ["undone", async (id) => [await accept(id), await undoReview(id, await version(id), ana, database)], NONE],
    ["closed", close, NONE],
    ["open", async () => undefined, NONE],
    ["waiting", (id) => change(id, { state: "waiting", follow_up_on: "2099-01-01" }), NONE],
    ["proposed", propose, NONE],
    ["returned", async (id) => [await propose(id), await answer(id, false)], NONE],
  ])("of a file that is %s", async (name, bring, expected) => {
    const id = `ver_${name.replaceAll(" ", "_")}`;
    await file(id);
    await bring(id);
    await age(id);
    const before = await dumpProjections(pool);
    await keep();
    expect(await left(id)).toEqual(expected);
    expect(await scanned()).toBe(0);
    expect(await keep()).toMatchObject({ deliveries: 0, readings: 0, people_readings: 0, people: 0 });
    if (expected !== NONE) {
      await rebuildProjections(database);
      expect(await dumpProjections(pool)).toBe(before);
      expect(await left(id)).toEqual(expected);
    }
    await keep(SET);
    expect(await left(id)).toEqual(NONE);
    expect((await pool.query("SELECT FROM inbox WHERE kept")).rowCount).toBe(0);
  });

  it("deleted before the decision stay deleted, and later payloads are kept", async () => {
    const id = "ver_later";
    await file(id);
    await age(id);
    await keep();
    await accept(id);
    await receive(finalRun(id, [], 300));
    await age(id);
    await keep();
    expect(await left(id)).toEqual([1, 0, 0]);
    await keep(SET);
  });

  it("each follow their own setting", async () => {
    const id = "ver_each";
    await file(id);
    await accept(id);
    await age(id);
    await keep();
    await keep({ ...DEFAULT, keepsDecided: { payloads: true, people: false, audit: true } });
    expect(await left(id)).toEqual([3, 1, 0]);
    await keep({ ...DEFAULT, RETENTION_PAYLOADS_DAYS: 0, keepsDecided: SET.keepsDecided });
    expect(await left(id)).toEqual([3, 1, 0]);
    // The set time is not over for younger payloads, though they were kept for their decision.
    await keep({ ...SET, RETENTION_PAYLOADS_DAYS: 1_000 });
    expect(await left(id)).toEqual([3, 1, 0]);
    await keep(SET);
    expect(await left(id)).toEqual(NONE);
  });

  it("are marked, and unmarked, batch by batch", async () => {
    const id = "ver_batches";
    await file(id);
    await accept(id);
    await pool.query(
      `INSERT INTO inbox (kind, verification_id, event_name, state, signature, signed_at, body, received_at)
       SELECT kind, verification_id, event_name, state, signature || n, signed_at, body, received_at FROM inbox, generate_series(1, 400) AS n
       WHERE verification_id = $1 AND kind = 'delivery'`,
      [id],
    );
    await age(id);
    expect(await keep()).toMatchObject({ deliveries: 0 });
    expect((await left(id))[0]).toBe(1_203);
    expect(await scanned()).toBe(0);
    expect(await keep(SET)).toMatchObject({ deliveries: 1_203 });
  });

  it("are deleted by an erasure anyway", async () => {
    const id = "ver_erased";
    await file(id);
    await accept(id);
    await age(id);
    await keep();
    const actor = { user: null, address: null, user_agent: null };
    await eraseVerification({ verification_id: id, reason: "Solicitud del titular" }, actor, database);
    expect(await left(id)).toEqual(NONE);
    expect((await pool.query("SELECT FROM inbox WHERE verification_id = $1", [id])).rowCount).toBe(0);
  });

  it("left behind by an interrupted run are deleted in the first run of the next worker", async () => {
    await pool.query("INSERT INTO snapshot_bodies (hash, body) VALUES ('\\x0102', '{}')");
    const orphans = async () => (await pool.query("SELECT FROM snapshot_bodies WHERE hash = '\\x0102'")).rowCount;
    await keep();
    expect(await orphans()).toBe(1);
    const log = { info: vi.fn() };
    await privacyTasks(log, database, DEFAULT)[0]?.run(never);
    expect(await orphans()).toBe(0);
  });
});

describe("the trail", () => {
  const actor = { user: null, address: null, user_agent: null };
  const tenYearsAgo = (ids: object, more: { outcome?: string; intent_id?: number } = {}) =>
    pool
      .query<{ id: number }>(
        `INSERT INTO audit_log (at, action, ids, outcome, intent_id)
         VALUES (now() - interval '3660 days', 'people.opened', $1, $2, $3) RETURNING id`,
        [JSON.stringify(ids), more.outcome ?? "done", more.intent_id ?? null],
      )
      .then(({ rows }) => rows[0]?.id as number);
  const old = async () =>
    (await pool.query("SELECT id FROM audit_log WHERE at < now() - interval '3653 days' ORDER BY id")).rows.map(
      ({ id }) => id,
    );
  const before = async () => (await pool.query("SELECT now() - interval '3653 days' AS before")).rows[0].before;

  it("keeps entries about decided files, checks them once, and is deleted whole if a time is set", async () => {
    await file("ver_trail");
    await accept("ver_trail");
    await file("ver_trail_open");
    const kept = [await tenYearsAgo({ verification_id: "ver_trail" })];
    await tenYearsAgo({ verification_id: "ver_trail_open" });
    await tenYearsAgo({ verification_id: "ver_nobody_knows" });
    await tenYearsAgo({});
    // Only the entry of the end names the file.
    const begun = await tenYearsAgo({}, { outcome: "begun" });
    kept.push(begun, await tenYearsAgo({ verification_id: "ver_trail" }, { intent_id: begun }));
    expect(await keep()).toMatchObject({ audit: 3 });
    expect(await old()).toEqual(kept);
    const look = async () => {
      const at = await before();
      return inTransaction(pool, (tx) => forgetOldestAudit(tx, { before: at, limit: 10, keepsDecided: true }));
    };
    expect(await look()).toEqual({ looked: 0, went: 0 });
    await eraseVerification({ verification_id: "ver_trail", reason: "Solicitud del titular" }, actor, database);
    expect(await keep()).toMatchObject({ audit: 3 });
    expect(await old()).toEqual([]);
  });

  it("is deleted by age alone if a time is set, in batches", async () => {
    await file("ver_trail_set");
    await accept("ver_trail_set");
    for (let n = 0; n < 3; n += 1) await tenYearsAgo({ verification_id: "ver_trail_set" });
    await pool.query(
      `INSERT INTO audit_log (at, action, ids)
       SELECT now() - interval '3655 days' + n * interval '1 second', 'people.opened',
         CASE WHEN n % 2 = 0 THEN '{"verification_id": "ver_trail_set"}'::jsonb ELSE '{}'::jsonb END
       FROM generate_series(1, 1200) AS n`,
    );
    expect(await keep()).toMatchObject({ audit: 600 });
    expect(await old()).toHaveLength(603);
    expect(await keep(SET)).toMatchObject({ audit: 603 });
    expect(await old()).toEqual([]);
  });
});

it("the first line of the log states the rule in force", () => {
  const log = { info: vi.fn() };
  privacyTasks(log, database, { ...DEFAULT, keepsDecided: { payloads: true, people: false, audit: true } });
  privacyTasks(log, database, { ...SET, RETENTION_AUDIT_DAYS: 0 });
  expect(log.info.mock.calls).toEqual([
    [
      {
        payloads: "365 days, of accepted and rejected files by their profile, or for ever",
        people: "365 days, of all files that no profile covers",
        refusals: "30 days",
        audit: "3653 days, of accepted and rejected files by their profile, or for ever",
      },
      "retention: the rules in force",
    ],
    [
      expect.objectContaining({ payloads: "365 days, of all files that no profile covers", audit: "for ever" }),
      "retention: the rules in force",
    ],
  ]);
});
