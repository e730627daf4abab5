import { beforeAll, expect, it, vi } from "vitest";
import {
  answerApproval,
  changeReview,
  type Reviewer,
  ratifyReview,
  undoReview,
} from "#lib/desk/server/review/command.ts";
import { finalRun, finding, finishedFile, reviewDesk } from "#lib/desk/server/review/testing/files.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { computeInsights } from "./task.ts";

const database = await ownDatabase();
const { pool } = database;
const { begin, user, receive, review } = reviewDesk(database);
let ana: Reviewer;
let ben: Reviewer;

beforeAll(async () => {
  vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
  ana = await user("Ana", "compliance");
  ben = await user("Ben", "compliance");
  await begin({ approval: "high", working: EVERY_DAY });
});

/** Working time is the time of the clock. */
const EVERY_DAY = {
  ...{ days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "24:00", time_zone: "America/Mexico_City", holidays: [] },
};

type InsightReviewRow = {
  kind: string;
  at: string;
  took: number | null;
  took_working: number | null;
  is_on_time: boolean | null;
};

async function rowsOf(id: string): Promise<InsightReviewRow[]> {
  await computeInsights(database);
  const { rows } = await pool.query<InsightReviewRow>(
    `SELECT kind, at, resolution, user_id, policy_version, took, took_working, is_on_time, exceptions, changes, sentence
     FROM insight_reviews WHERE verification_id = $1 ORDER BY at, kind DESC`,
    [id],
  );
  return rows;
}
const kinds = async (id: string) => (await rowsOf(id)).map(({ kind }) => kind);
const version = async (id: string) => (await review(id)).version;
const decide = async (id: string, change: object, by = ana) =>
  changeReview(id, { version: await version(id), state: "resolved", ...change }, by, database);
const ACCEPTED = { resolution: "accepted" };

it("has the opening and the decision, with the time between and without a word of the reason", async () => {
  await receive(...finishedFile("ver_decided"));
  expect(await rowsOf("ver_decided")).toMatchObject([
    { kind: "opened", resolution: null, user_id: null, took: null, is_on_time: null },
  ]);
  await decide("ver_decided", ACCEPTED);
  const [opened, decided] = await rowsOf("ver_decided");
  const took = (Date.parse(decided?.at ?? "") - Date.parse(opened?.at ?? "")) / 1_000;
  expect(decided).toMatchObject({ kind: "decided", ...ACCEPTED, user_id: ana.id, exceptions: [], changes: [] });
  expect(decided?.took).toBeCloseTo(took, 2);
  expect(decided?.took_working).toBeCloseTo(took, 2);
});

it.each<[string, string, string | null]>([
  ["Se tuvo a la vista el original.", "original_seen", "unedited"],
  ["Identificación, Rosa Ibarra: The original was seen.", "original_seen", "unedited"],
  ["Identificación: Se tuvo a la vista el original, y lo firmó.", "original_seen", "edited"],
  ["Vi el acta.", "original_seen", "edited"],
])("tells a sentence of the policy from an edited one: %s", async (reason, reason_code, sentence) => {
  const id = `ver_sentence_${reason.length}`;
  await receive(...finishedFile(id));
  await decide(id, { ...ACCEPTED, reason_code, reason });
  expect((await rowsOf(id)).at(-1)).toMatchObject({ kind: "decided", sentence });
});

it("counts neither words without a sentence nor a rejection among the sentences", async () => {
  for (const id of ["ver_words", "ver_rejected"]) await receive(...finishedFile(id));
  await decide("ver_words", { ...ACCEPTED, reason: "Se tuvo a la vista el original." });
  await decide("ver_rejected", {
    resolution: "rejected",
    reason_code: "no_answer",
    reason: "Sin respuesta del cliente.",
  });
  expect((await rowsOf("ver_words")).at(-1)).toMatchObject({ sentence: null });
  expect((await rowsOf("ver_rejected")).at(-1)).toMatchObject({ sentence: null });
});

it("counts a decision as late by the due time before it, and not while the file waited", async () => {
  for (const id of ["ver_due", "ver_late", "ver_waits"]) await receive(...finishedFile(id));
  const due = (id: string, interval: string) =>
    pool.query("UPDATE reviews SET due_at = now() + $2::interval WHERE verification_id = $1", [id, interval]);
  await due("ver_due", "1 hour");
  await due("ver_late", "-1 hour");
  await changeReview(
    "ver_waits",
    { version: await version("ver_waits"), state: "waiting", follow_up_on: "2099-01-04" },
    ana,
    database,
  );
  await pool.query(
    `UPDATE reviews SET due_at = now() - interval '1 hour',
       standing = jsonb_set(standing, '{wait,since}', '"2026-01-01T00:00:00.000000Z"') WHERE verification_id = 'ver_waits'`,
  );
  for (const id of ["ver_due", "ver_late", "ver_waits"]) await decide(id, ACCEPTED);
  const isOnTime = async (id: string) => (await rowsOf(id)).at(-1)?.is_on_time;
  expect([await isOnTime("ver_due"), await isOnTime("ver_late"), await isOnTime("ver_waits")]).toEqual([
    true,
    false,
    true,
  ]);
});

it("has no row of an undone step, also if items were assigned with it", async () => {
  await receive(...finishedFile("ver_undone"));
  await decide("ver_undone", { ...ACCEPTED, assignee: ben.id });
  expect(await kinds("ver_undone")).toEqual(["opened", "decided"]);
  await undoReview("ver_undone", await version("ver_undone"), ana, database);
  expect(await kinds("ver_undone")).toEqual(["opened"]);
  await decide("ver_undone", { ...ACCEPTED, assignee: ana.id }, ben);
  expect(await rowsOf("ver_undone")).toMatchObject([
    { kind: "opened" },
    { kind: "decided", user_id: ben.id, took: expect.any(Number) },
  ]);
});

it("counts a decision of two people once, at its approval and by the approver", async () => {
  await receive(...finishedFile("ver_four_eyes", [finding("high", "acta")]));
  await decide("ver_four_eyes", { ...ACCEPTED, reason: "Se recibió después" });
  expect(await kinds("ver_four_eyes")).toEqual(["opened"]);
  const answer = async (approve: boolean, by: Reviewer) =>
    answerApproval("ver_four_eyes", { version: await version("ver_four_eyes"), approve }, by, database);
  await answer(false, ben);
  expect(await kinds("ver_four_eyes")).toEqual(["opened"]);
  await decide("ver_four_eyes", { ...ACCEPTED, reason: "Se recibió después" });
  await answer(true, ben);
  expect(await rowsOf("ver_four_eyes")).toMatchObject([
    { kind: "opened" },
    { kind: "decided", ...ACCEPTED, user_id: ben.id, exceptions: ["high_finding"], took: expect.any(Number) },
  ]);
});

it("names the facts that reopened a decision, and times its ratification from there", async () => {
  await receive(...finishedFile("ver_reopened"));
  await decide("ver_reopened", ACCEPTED);
  await receive(finalRun("ver_reopened", [finding("medium", "acta"), finding("low", "poder")], 200));
  await pool.query("UPDATE review_due SET due_at = now() WHERE verification_id = 'ver_reopened'");
  await receive();
  const back = (await rowsOf("ver_reopened")).slice(2);
  expect(back).toMatchObject([
    { kind: "reopened", user_id: null, changes: ["finding_added"] },
    { kind: "opened", changes: [] },
  ]);
  await ratifyReview("ver_reopened", await version("ver_reopened"), ben, database);
  const ratified = (await rowsOf("ver_reopened")).at(-1);
  expect(ratified).toMatchObject({ kind: "decided", ...ACCEPTED, user_id: ben.id });
  const since = (Date.parse(ratified?.at ?? "") - Date.parse(back[1]?.at ?? "")) / 1_000;
  expect(ratified?.took).toBeCloseTo(since, 2);
  // Reopened by hand: opened again, and by nobody's facts.
  await changeReview("ver_reopened", { version: await version("ver_reopened"), state: "open" }, ana, database);
  expect((await kinds("ver_reopened")).slice(4)).toEqual(["decided", "opened"]);
});
