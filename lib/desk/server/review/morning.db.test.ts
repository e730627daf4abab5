import { beforeAll, describe, expect, it, vi } from "vitest";
import { filterOfMorning, MAX_NAMED, MORNING_COUNTS, type Morning } from "#lib/core/contract/verifications/morning.ts";
import type { RequestPoint } from "#lib/core/contract/verifications/review.ts";
import { VERIFICATION_FILTER, type VerificationFilter } from "#lib/core/contract/verifications/verification-filter.ts";
import { filterOfLane } from "#lib/desk/contract/review/lanes.ts";
import { listVerifications } from "#lib/desk/server/list/list.ts";
import { QUEUE_EFFECTS } from "#lib/desk/server/review-log/meaning.ts";
import { inTransaction } from "#lib/platform/server/db/database.ts";
import { deliver, HISTORY_START, secondsIn } from "#tools/test/arrivals.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { answerApproval, changeReview, type Reviewer } from "./command.ts";
import { readMorning } from "./morning.ts";
import { finalRun, finding, finishedFile, reviewDesk } from "./testing/files.ts";

const database = await ownDatabase();
const { pool } = database;
const { begin, user, receive, review } = reviewDesk(database);

const BEFORE = "2026-01-01T00:00:00.000000Z";

let ana: Reviewer;
let raul: Reviewer;
let admin: Reviewer;

beforeAll(async () => {
  vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
  ana = await user("Ana", "compliance");
  raul = await user("Raul", "compliance");
  admin = await user("Admin", "admin");
  await begin({ approval: "high" });
});

const morning = (of = ana, since: string | null = BEFORE) => readMorning(of.id, since, database);
const named = (files: Morning["returned" | "answered" | "handed"]) => files.map((file) => file.verification_id);
const change = async (id: string, step: object, by = ana) =>
  changeReview(id, { version: (await review(id)).version, state: "open", ...step }, by, database);
const accept = (id: string, by = ana) => change(id, { state: "resolved", resolution: "accepted", reason: "Visto" }, by);
const EMPTY_FILTER = VERIFICATION_FILTER.empty;
const listed = async (filter: VerificationFilter, of = ana) =>
  (await listVerifications({ filter, userId: of.id }, database)).total;
const now = async () => (await pool.query<{ now: string }>("SELECT clock_timestamp() AS now")).rows[0]?.now ?? "";

it("is empty without reviews, and begins yesterday for a first visit", async () => {
  const { since, counts, ...rest } = await morning(ana, null);
  expect(Object.values(counts)).toEqual(MORNING_COUNTS.map(() => 0));
  expect(rest).toMatchObject({
    mine: { count: 0 },
    unassigned: { count: 0, oldest_due: null },
    due_next: null,
    to_approve: 0,
    due_dates: null,
  });
  expect(rest).toMatchObject({ next: { files: [] }, returned: [], answered: [], handed: [] });
  expect(rest.team.map(({ name, open }) => [name, open])).toEqual([
    ["Ana", 0],
    ["Raul", 0],
  ]);
  const hours = (Date.now() - Date.parse(since)) / 3_600_000;
  expect(hours).toBeGreaterThanOrEqual(24);
  expect(hours).toBeLessThanOrEqual(49);
});

it("has the first files of the user's lane as the desk has, of the unassigned ones without own files", async () => {
  await receive(...finishedFile("ver_first"), ...finishedFile("ver_second"));
  const inLane = async (lane: "mine" | "unassigned") =>
    (await listVerifications({ filter: filterOfLane(lane), userId: ana.id }, database)).items;
  const free = await inLane("unassigned");
  const before = await morning();
  expect(before.mine.count).toBe(0);
  expect(before.unassigned.count).toBe(free.length);
  expect(before.next).toEqual({ lane: "unassigned", files: free.slice(0, MAX_NAMED) });
  for (const id of ["ver_first", "ver_second"]) await change(id, { assignee: ana.id });
  const after = await morning();
  expect([after.mine.count, after.unassigned.count]).toEqual([2, free.length - 2]);
  expect(after.next).toEqual({ lane: "mine", files: await inLane("mine") });
});

it("has the earliest due time of unassigned files and the next one of today, though the desk begins with graver files", async () => {
  await receive(...finishedFile("ver_light"), ...finishedFile("ver_grave", [finding("high", "acta")]));
  await pool.query("UPDATE reviews SET assignee = $1 WHERE assignee IS NULL AND verification_id !~ 'light|grave'", [
    raul.id,
  ]);
  const due = async (id: string, at: string) =>
    (
      await pool.query<{ at: string }>(
        `UPDATE reviews SET due_at = ${at} WHERE verification_id = $1 RETURNING due_at AS at`,
        [id],
      )
    ).rows[0]?.at;
  const midnight = "date_trunc('day', now(), 'America/Mexico_City') + interval '1 day'";
  await due("ver_grave", `${midnight} + interval '2 days'`);
  const overdue = await due("ver_light", "now() - interval '1 hour'");
  expect(await morning()).toMatchObject({ unassigned: { oldest_due: overdue }, due_next: null });
  const today = await due("ver_light", `${midnight} - interval '1 second'`);
  expect(await morning()).toMatchObject({ unassigned: { oldest_due: today }, due_next: today });
  expect((await morning()).next.files.map(({ verification_id }) => verification_id)[0]).not.toBe("ver_light");
});

describe("returned files", () => {
  it("are listed with their differences, for their author, until they are decided again", async () => {
    await receive(...finishedFile("ver_back"));
    await accept("ver_back");
    const decided = await now();
    await receive(finalRun("ver_back", [finding("high", "poder"), finding("medium", "acta")], 300));
    const { returned, counts } = await morning(ana, decided);
    expect(returned).toEqual([
      {
        verification_id: "ver_back",
        title: null,
        tag: null,
        state: "open",
        assignee: { user_id: ana.id, name: "Ana" },
        at: expect.stringMatching(/Z$/),
        reasons: ["changed"],
        difference: expect.objectContaining({ kind: "finding_added", severity: "high" }),
        more: 1,
        returned_by: null,
      },
    ]);
    expect(counts.returned).toBe(1);
    // The file is not in Raul's list, and not in Ana's list of a later time.
    expect((await morning(raul)).returned).toEqual([]);
    expect((await morning(ana, await now())).counts.returned).toBe(0);
    await change("ver_back", { state: "waiting", follow_up_on: "2099-01-04" });
    expect((await morning(ana, decided)).counts.returned).toBe(0);
  });

  it("include files returned by an approver, with the approver's words, for approval by another", async () => {
    await receive(...finishedFile("ver_proposed", [finding("high", "acta")]));
    expect(await accept("ver_proposed")).toMatchObject({ state: "approval" });
    expect([(await morning(ana)).to_approve, (await morning(raul)).to_approve]).toEqual([0, 1]);
    const { version } = await review("ver_proposed");
    await answerApproval("ver_proposed", { version, approve: false, reason: "Falta el acta" }, raul, database);
    expect((await morning(ana)).returned).toMatchObject([
      { verification_id: "ver_proposed", returned_by: { name: "Raul", reason: "Falta el acta" }, difference: null },
    ]);
    expect((await morning(raul)).returned).toEqual([]);
  });

  it("include proposals withdrawn by new facts", async () => {
    await receive(...finishedFile("ver_overtaken", [finding("high", "acta")]));
    await accept("ver_overtaken", raul);
    await receive(finalRun("ver_overtaken", [finding("high", "poder")], 300));
    expect((await morning(raul)).returned).toMatchObject([
      { verification_id: "ver_overtaken", state: "open", difference: { kind: "finding_added" }, returned_by: null },
    ]);
  });
});

describe("answers of customers", () => {
  const later = (seconds: number): number => Math.ceil(Date.now() / 1000) - HISTORY_START + seconds;
  const ITEM = { about: "item", item_id: 7, item_type: "person_id", item_error: "password_protected_pdf" } as const;

  /** A file that has waited for two hours, and received a document half an hour after the request. */
  async function answer(id: string, request: RequestPoint[]): Promise<void> {
    const item = (item_id: number, at: number) =>
      deliver(
        "verification_item.v2.completed",
        { verification_id: id, item_id, item_type: "person_id", item_error: null, completed_at: secondsIn(at) },
        at,
      );
    await receive(...finishedFile(id));
    await change(id, { state: "waiting", follow_up_on: "2099-01-04", assignee: ana.id, request });
    await pool.query(
      "UPDATE reviews SET standing = jsonb_set(standing, '{wait,since}', to_jsonb($2::text)) WHERE verification_id = $1",
      [id, secondsIn(later(-7200)).replace("Z", "000Z")],
    );
    await receive(item(7, later(-5400)));
  }

  it("count the arrived points of the request, and ignore everything else", async () => {
    await answer("ver_answered", [ITEM, { about: "documents" }]);
    await answer("ver_answered_unasked", []);
    const { answered, counts } = await morning(ana, await now());
    expect(answered.map(({ verification_id, points }) => [verification_id, points])).toEqual([
      ["ver_answered", { arrived: 2, asked: 2 }],
      ["ver_answered_unasked", null],
    ]);
    // Answered files stay in the list until an officer acts, whatever the period.
    expect(counts.answered).toBe(2);
    expect(await listed({ ...EMPTY_FILTER, reason: ["answered"] })).toBe(2);
    expect(named((await morning(ana)).returned)).not.toContain("ver_answered");
    await accept("ver_answered_unasked");
    expect(named((await morning(ana)).answered)).toEqual(["ver_answered"]);
  });
});

describe("handed-over files", () => {
  it("are listed for the new reviewer, with the giver, and not for a reviewer who took or passed them on", async () => {
    for (const id of ["ver_handed", "ver_taken", "ver_given_on"]) await receive(...finishedFile(id));
    const before = await now();
    await change("ver_handed", { assignee: ana.id }, admin);
    await change("ver_taken", { assignee: ana.id });
    await change("ver_given_on", { assignee: ana.id }, admin);
    await change("ver_given_on", { assignee: raul.id });
    const { handed, counts } = await morning(ana, before);
    expect(handed).toMatchObject([{ verification_id: "ver_handed", by: "Admin", assignee: { user_id: ana.id } }]);
    expect(counts.handed).toBe(1);
    expect((await morning(raul, before)).handed).toMatchObject([{ verification_id: "ver_given_on", by: "Ana" }]);
    expect((await morning(ana, await now())).handed).toEqual([]);
    await accept("ver_handed");
    expect((await morning(ana, before)).handed).toEqual([]);
  });
});

it("counts due and changed files of the reader and of nobody, and the team's files", async () => {
  await receive(...["ver_mine", "ver_free", "ver_his"].flatMap((id) => finishedFile(id)));
  await change("ver_mine", { assignee: ana.id });
  await change("ver_his", { assignee: raul.id });
  await pool.query("UPDATE reviews SET due_at = now() + interval '9 days', overdue = false WHERE state = 'open'");
  const due = (id: string, at: string) =>
    pool.query(`UPDATE reviews SET due_at = ${at}, overdue = true WHERE verification_id = $1`, [id]);
  for (const id of ["ver_mine", "ver_free", "ver_his"]) await due(id, "now() - interval '3 days'");
  expect(await morning()).toMatchObject({ counts: { due_today: 0 }, mine: { overdue: 1 }, unassigned: { overdue: 1 } });
  await due("ver_mine", "date_trunc('day', now(), 'America/Mexico_City') + interval '12 hours'");
  expect((await morning()).counts.due_today).toBe(1);
  const { counts, team } = await morning();
  const files = await pool.query<{ count: number }>("SELECT count(*) FROM verification_list");
  expect(counts.changed).toBe(files.rows[0]?.count);
  expect((await morning(ana, "2099-01-01")).counts.changed).toBe(0);
  const open = (id: string) => listed({ ...EMPTY_FILTER, review: ["open"], assignee: [id] });
  expect(team.map((one) => one.open)).toEqual(
    [await open(ana.id), await open(raul.id)].map(Number).toSorted((a, b) => b - a),
  );
});

it.each(["returned", "handed"] as const)("finds files that were %s since a time by an index", async (turn) => {
  const rows = await inTransaction(pool, async (tx) => {
    await tx.query("SET LOCAL enable_seqscan = off");
    const since = `SELECT log.verification_id FROM review_log AS log WHERE log.at >= now() AND ${QUEUE_EFFECTS[turn]}`;
    return (await tx.query<{ "QUERY PLAN": string }>(`EXPLAIN ${since}`)).rows;
  });
  expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain(`review_log_${turn}`);
});

it("has the same numbers as the list and the desk, with links to them", async () => {
  for (const of of [ana, raul]) {
    const { since, counts, to_approve } = await morning(of);
    for (const count of MORNING_COUNTS) {
      expect([count, counts[count]]).toEqual([count, await listed(filterOfMorning(count, since), of)]);
    }
    const proposed = await listed({ ...EMPTY_FILTER, review: ["approval"], assignee: [of.id] }, of);
    expect(to_approve).toBe(Number(await listed(filterOfLane("approval"), of)) - Number(proposed));
  }
});

it("begins at the end of the last visit, which a filter of the list can name too", async () => {
  await pool.query("INSERT INTO visits (user_id, seen_at) VALUES ($1, '2026-11-20T18:04:00Z')", [ana.id]);
  expect((await morning(ana, null)).since).toBe("2026-11-20T18:04:00.000000Z");
  expect((await morning(ana, "last_visit")).since).toBe("2026-11-20T18:04:00.000000Z");
  expect((await morning(ana, "2026-11-23")).since).toBe("2026-11-23T00:00:00.000000Z");
  const since = (at: string, of = ana) => listed({ ...EMPTY_FILTER, changed_since: at }, of);
  const { rows } = await pool.query<{ seen_at: string }>(
    "UPDATE visits SET seen_at = (SELECT max(by_activity) FROM verification_list) RETURNING seen_at",
  );
  expect(await since("last_visit")).toBe(await since(rows[0]?.seen_at ?? ""));
  expect(await since("last_visit")).not.toBe(await since(BEFORE));
  // On a first visit everything is new, also in queries of reviews only.
  expect(await since("last_visit", raul)).toBe(await since(BEFORE));
  const returned = { ...EMPTY_FILTER, sort: "due", returned_since: "last_visit" } as const;
  expect(await listed(returned, raul)).toBe(await listed({ ...returned, returned_since: BEFORE }, raul));
  expect(await listed({ ...returned, review: [], status: ["finished"] }, raul)).toBe(await listed(returned, raul));
});
