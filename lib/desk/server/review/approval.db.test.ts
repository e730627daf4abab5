import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { BulkOutcome } from "#lib/core/contract/verifications/review.ts";
import { VERIFICATION_FILTER } from "#lib/core/contract/verifications/verification-filter.ts";
import { getVerification } from "#lib/core/server/verifications/get.ts";
import { decisionIdOf } from "#lib/desk/contract/review/decision-id.ts";
import type { AuditedDecision, LogKind } from "#lib/desk/contract/review/log.ts";
import type { BulkChange } from "#lib/desk/contract/review/review-input.ts";
import { verificationTables } from "#lib/desk/server/export/verifications.ts";
import { CODES } from "#lib/desk/server/export/words.ts";
import { readReviews } from "#lib/desk/server/review-log/reviews.ts";
import { checkDecision } from "#lib/outbound/server/decisions/check.ts";
import { csvExport } from "#lib/platform/server/tables/csv.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { bulkChange } from "./bulk.ts";
import { answerApproval, changeReview, type Reviewer, ratifyReview, undoReview } from "./command.ts";
import { readDecisionRecord } from "./decision-record.ts";
import { listDecisions } from "./decisions.ts";
import { decisionsAsCodes } from "./decisions-table.ts";
import { readReview } from "./read.ts";
import { finalRun, finding, finishedFile, reviewDesk } from "./testing/files.ts";

const database = await ownDatabase();
const { pool } = database;
const { begin, user, receive, review, log, kinds } = reviewDesk(database);

let ana: Reviewer;
let raul: Reviewer;

beforeAll(async () => {
  vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
  ana = await user("Ana", "compliance");
  raul = await user("Raul", "compliance");
  await begin({ approval: "always" });
});

const version = async (id: string) => (await review(id)).version;
const decide = async (id: string, change: object, by: Reviewer) =>
  changeReview(id, { version: await version(id), state: "resolved", ...change }, by, database);
const answer = async (id: string, approve: boolean, by: Reviewer, reason?: string) =>
  answerApproval(id, { version: await version(id), approve, reason }, by, database);
const reopen = async (id: string, by: Reviewer, reason?: string) =>
  changeReview(id, { version: await version(id), state: "open", ...(reason && { reason }) }, by, database);

/** A file with Ana's proposal to reject it, with a reason text. */
async function proposed(id: string): Promise<string> {
  await receive(...finishedFile(id));
  await decide(id, { resolution: "rejected", reason_code: "documents_not_valid", reason: "El acta es ilegible" }, ana);
  return id;
}

const told = async (id: string) =>
  (await log(id)).map(({ kind, user: by, reason_code, reason }) => [kind, by?.name ?? null, reason_code, reason]);
const standing = async (id: string) => (await readReview(pool, id))?.review_standing.decision;
const decisionsOn = async (id: string): Promise<AuditedDecision[]> =>
  (
    await listDecisions({ from: "2026-01-01", to: "2099-01-01", sample: null, seed: "", basis: true }, database)
  ).items.filter(({ verification_id }) => verification_id === id);

const PROPOSAL = ["submitted", "Ana", "documents_not_valid", "El acta es ilegible"];

describe("a withdrawn proposal", () => {
  it.each<[string, LogKind, (id: string) => Promise<unknown>, string]>([
    ["withdrawn", "withdrawn", (id) => answer(id, false, ana, "Me equivoqué"), "Ana"],
    ["withdrawn by opening it", "withdrawn", (id) => reopen(id, ana, "Me equivoqué"), "Ana"],
    ["returned", "returned_by_approver", (id) => answer(id, false, raul, "Me equivoqué"), "Raul"],
    ["returned by opening it", "returned_by_approver", (id) => reopen(id, raul, "Me equivoqué"), "Raul"],
  ])("is %s, with its actor and words", async (name, kind, takeBack, by) => {
    const id = await proposed(`ver_${name.replaceAll(" ", "_")}`);
    await takeBack(id);
    expect((await told(id)).slice(0, 2)).toEqual([[kind, by, null, "Me equivoqué"], PROPOSAL]);
    expect(await review(id)).toMatchObject({ state: "open", resolution: null, decided_by: null, approved_by: null });
    // The review is assigned to the author of the proposal again, with the reason of the return.
    const isReturned = kind === "returned_by_approver";
    expect(await review(id)).toMatchObject({
      assignee: { user_id: ana.id },
      returned_by: isReturned ? { name: by, reason: "Me equivoqué" } : null,
    });
    expect((await readReview(database.pool, id))?.review_standing).toMatchObject({
      returns: isReturned ? [{ name: by, reason: "Me equivoqué" }] : [],
      returned: isReturned ? { user_id: ana.id, resolution: "rejected", reason: PROPOSAL[3] } : null,
    });
    expect(await standing(id)).toBeNull();
    expect((await readDecisionRecord(id, null, database))?.record).toBeNull();
    expect(await decisionsOn(id)).toMatchObject([
      { kind: "submitted", user_name: "Ana", answer: kind, answered_by: by, answer_reason: "Me equivoqué" },
    ]);
  });

  it("has no words if none were given, and no actor if a change of facts withdrew it", async () => {
    const id = await proposed("ver_wordless");
    await answer(id, false, raul);
    expect((await told(id))[0]).toEqual(["returned_by_approver", "Raul", null, null]);
    await decide(id, { resolution: "accepted" }, ana);
    await receive(finalRun(id, [finding("low", "poder")], 200));
    expect((await told(id))[0]).toEqual(["withdrawn", null, null, null]);
    expect(await decisionsOn(id)).toMatchObject([
      { answer: "returned_by_approver", answered_by: "Raul", answer_reason: null },
      { answer: "withdrawn", answered_by: null, answered_at: expect.any(String) },
    ]);
  });

  it("is proposed again after its withdrawal was undone", async () => {
    const id = await proposed("ver_undone_return");
    await answer(id, false, raul);
    await undoReview(id, await version(id), raul, database);
    expect(await review(id)).toMatchObject({ state: "approval", resolution: "rejected", decided_by: "Ana" });
    expect(await decisionsOn(id)).toMatchObject([{ answer: null, answered_at: null }]);
  });
});

describe("a proposal", () => {
  it("has an author and no approver, in the file, the list and the export", async () => {
    const id = await proposed("ver_proposed");
    expect(await review(id)).toMatchObject({ state: "approval", decided_by: "Ana", approved_by: null });
    expect(await standing(id)).toMatchObject({
      resolution: "rejected",
      user: { user_id: ana.id, name: "Ana" },
      reason: "El acta es ilegible",
      approval: null,
    });
    expect(await exported(id)).toEqual(["approval", null, "rejected", "Ana", null]);
    const detail = await getVerification(id, database, (client) => readReview(client, id));
    expect(detail?.review).toEqual((await readReviews(pool, [id])).get(id));
  });

  it("beside a standing decision is mentioned in its record, but no part of it", async () => {
    const id = await proposed("ver_beside");
    await answer(id, true, raul);
    await receive(finalRun(id, [finding("high", "poder")], 200));
    await ratifyReview(id, await version(id), raul, database);
    const record = (await readDecisionRecord(id, null, database))?.record;
    expect(record).toMatchObject({
      resolution: "rejected",
      steps: [{ kind: "submitted" }, { kind: "approved" }],
      proposed: { resolution: "rejected", user: "Raul" },
      basis: { run: { items: [] } },
    });
    await answer(id, false, ana);
    await begin({ approval: "never" });
    await ratifyReview(id, await version(id), ana, database);
    await begin({ approval: "always" });
    const ratified = (await readDecisionRecord(id, null, database))?.record;
    expect(ratified).toMatchObject({ proposed: null, words: "El acta es ilegible" });
    expect(ratified?.steps.map(({ kind, user: by }) => `${kind} ${by}`)).toEqual([
      "submitted Ana",
      "approved Raul",
      "ratified Ana",
    ]);
    expect(await standing(id)).toMatchObject({ user: { name: "Ana" }, reason: "El acta es ilegible", approval: null });
    expect(await review(id)).toMatchObject({ state: "resolved", decided_by: "Ana", approved_by: null });
  });
});

describe("a decision of two people", () => {
  const CLOSE = { state: "resolved", resolution: "closed", reason_code: "no_answer" } as const;
  const decided = async (name: string): Promise<string> => {
    const id = await proposed(name);
    await answer(id, true, raul);
    return id;
  };
  const inBulk = async (id: string, change: BulkChange): Promise<BulkOutcome[]> => {
    const lines: BulkOutcome[] = [];
    await bulkChange([id], change, ana, (line) => lines.push(line), AbortSignal.timeout(60_000), database);
    return lines;
  };

  it("stands until a second person approves its reopening, whose words and authors are kept", async () => {
    const id = await decided("ver_two");
    await reopen(id, raul, "Llegó el original");
    expect(await review(id)).toMatchObject({
      state: "approval",
      resolution: null,
      decided_by: "Raul",
      approved_by: null,
    });
    const standing = (await readReview(pool, id))?.review_standing;
    expect(standing).toMatchObject({
      reopening: { user: { user_id: raul.id, name: "Raul" }, reason: "Llegó el original" },
      by_two: true,
      decision: { resolution: "rejected", approval: { user: "Raul" } },
    });
    expect((await readDecisionRecord(id, null, database))?.record).toMatchObject({ stands: true, proposed: null });
    expect(await exported(id)).toEqual(["approval", null, null, "Raul", null]);
    const made = await decisionsOn(id);
    const decision_id = decisionIdOf({ entry_id: made[0]?.entry_id ?? 0, at: made[0]?.at ?? "" });
    expect(await checkDecision(decision_id, database)).toMatchObject({ standing: "valid" });
    await expect(answer(id, true, raul)).rejects.toMatchObject({ status: 403 });
    await answer(id, true, ana, "De acuerdo");
    expect(await review(id)).toMatchObject({ state: "open", assignee: { user_id: raul.id } });
    expect((await told(id)).slice(0, 2)).toEqual([
      ["reopened", "Ana", null, "De acuerdo"],
      ["reopening_proposed", "Raul", null, "Llegó el original"],
    ]);
    expect(await checkDecision(decision_id, database)).toMatchObject({ standing: "undone" });
  });

  it("stays in force if the reopening is refused or withdrawn, and an approval of it can be undone", async () => {
    const id = await decided("ver_two_refused");
    await reopen(id, ana);
    await answer(id, false, raul, "No procede");
    expect(await review(id)).toMatchObject({
      state: "resolved",
      resolution: "rejected",
      decided_by: "Ana",
      returned_by: null,
    });
    await reopen(id, raul);
    await answer(id, false, raul);
    expect(await kinds(id)).toEqual([
      ...["opened", "submitted", "approved"],
      ...["reopening_proposed", "returned_by_approver", "reopening_proposed", "withdrawn"],
    ]);
    expect((await readReview(pool, id))?.review_standing).toMatchObject({ returns: [], reopening: null });
    await reopen(id, ana);
    await answer(id, true, raul);
    await undoReview(id, await version(id), raul, database);
    expect(await review(id)).toMatchObject({ state: "approval", resolution: null, decided_by: "Ana" });
  });

  it("is neither reopened nor closed by one person in bulk, and closing it by itself is a proposal", async () => {
    const id = await decided("ver_two_bulk");
    const refused = [{ verification_id: id, outcome: "failed", code: "SECOND_PERSON_REQUIRED" }];
    expect(await inBulk(id, { state: "open" })).toEqual(refused);
    await receive(finalRun(id, [finding("high", "poder")], 200));
    expect(await review(id)).toMatchObject({ state: "open", reasons: ["changed"] });
    expect(await inBulk(id, CLOSE)).toEqual(refused);
    expect(await decide(id, CLOSE, ana)).toMatchObject({ state: "approval", resolution: "closed" });
    await expect(answer(id, true, ana)).rejects.toMatchObject({ status: 403 });
    await answer(id, true, raul);
    expect(await review(id)).toMatchObject({ state: "resolved", resolution: "closed", approved_by: "Raul" });
  });

  it("is one of two after an upgrade too, unless one person has decided since", async () => {
    const [two, one] = [await decided("ver_two_upgraded"), await decided("ver_two_then_one")];
    await reopen(one, ana);
    await answer(one, true, raul);
    await begin({ approval: "never" });
    await decide(one, { resolution: "accepted" }, ana);
    await begin({ approval: "always" });
    await pool.query("UPDATE reviews SET standing = standing - 'by_two'");
    const migration = new URL("../../../platform/server/db/migrations/0044_decided_by_two.sql", import.meta.url);
    await pool.query(await readFile(migration, "utf8"));
    await reopen(two, ana);
    await reopen(one, ana);
    expect(await Promise.all([two, one].map(async (id) => (await review(id)).state))).toEqual(["approval", "open"]);
  });
});

const REVIEW_COLUMNS = [
  "review_state",
  "review_resolution",
  "review_proposal",
  "review_decided_by",
  "review_approved_by",
] as const;

async function exported(id: string) {
  const asked = {
    filter: { ...VERIFICATION_FILTER.empty, q: id },
    timeZone: "UTC",
    userId: null,
    role: null,
    words: CODES,
  };
  const { files } = verificationTables({ ...asked, columns: REVIEW_COLUMNS }, database);
  for await (const page of files.pages) return page[0];
}

describe("an approved decision", () => {
  it.each([null, "Visto el original"])("has two authors, each with their own words: %s", async (words) => {
    const id = await proposed(`ver_approved_${words === null ? "silently" : "aloud"}`);
    const answered = await answer(id, true, raul, words ?? undefined);
    expect(answered).toEqual(await review(id));
    expect((await told(id)).slice(0, 2)).toEqual([["approved", "Raul", "documents_not_valid", words], PROPOSAL]);
    await expectBothAuthors(id, words);
  });
});

async function expectBothAuthors(id: string, words: string | null): Promise<void> {
  expect(await review(id)).toMatchObject({ state: "resolved", decided_by: "Ana", approved_by: "Raul" });
  expect(await standing(id)).toMatchObject({
    user: { user_id: ana.id, name: "Ana" },
    reason_code: "documents_not_valid",
    reason: "El acta es ilegible",
    approval: { user: "Raul", reason: words },
  });
  expect(await exported(id)).toEqual(["resolved", "rejected", null, "Ana", "Raul"]);
  const record = (await readDecisionRecord(id, null, database))?.record;
  expect(record).toMatchObject({
    words: "El acta es ilegible",
    reason: { code: "documents_not_valid" },
    steps: [
      { kind: "submitted", user: "Ana", words: null },
      { kind: "approved", user: "Raul", words },
    ],
    proposed: null,
  });
  const decisions = await decisionsOn(id);
  expect(decisions).toMatchObject([
    { kind: "submitted", user_name: "Ana", answer: "approved", answered_by: "Raul", answer_reason: words },
    {
      kind: "approved",
      user_name: "Raul",
      reason: words,
      reason_code: "documents_not_valid",
      proposed_by: "Ana",
      proposal_reason: "El acta es ilegible",
      answer: null,
    },
  ]);
  const csv = await new Response(csvExport(decisionsAsCodes(decisions)).body).text();
  const [header, , approved] = csv.split("\r\n");
  expect(header).toContain('"proposed_by","proposal_reason","answer","answered_at","answered_by","answer_reason"');
  expect(approved).toContain('"Ana","El acta es ilegible"');
}

describe("entries of earlier releases", () => {
  /** Changes an entry to the form of 0.1.0, without the triggers that keep the log append-only. */
  const rewrite = (statement: string, id: string) =>
    pool
      .query("ALTER TABLE review_log DISABLE TRIGGER review_log_append_only")
      .then(() => pool.query(statement, [id]))
      .then(() => pool.query("ALTER TABLE review_log ENABLE ALWAYS TRIGGER review_log_append_only"));

  it.each<[LogKind, "Ana" | "Raul", LogKind]>([
    ["returned_by_approver", "Ana", "withdrawn"],
    ["returned_by_approver", "Raul", "returned_by_approver"],
    ["reopened", "Ana", "withdrawn"],
    ["reopened", "Raul", "returned_by_approver"],
  ])("%s by %s is shown as %s", async (kind, by, shown) => {
    const id = await proposed(`ver_old_${kind}_${by}`);
    await answer(id, false, by === "Ana" ? ana : raul, "Lo reviso otra vez");
    await rewrite(
      `UPDATE review_log SET kind = '${kind}', reason_code = 'documents_not_valid'
       WHERE id = (SELECT max(id) FROM review_log WHERE verification_id = $1)`,
      id,
    );
    expect((await log(id))[0]).toMatchObject({ kind: shown, user: { name: by }, reason: "Lo reviso otra vez" });
    expect(await decisionsOn(id)).toMatchObject([{ answer: shown, answered_by: by }]);
  });

  it("stay unchanged for a reopened decision", async () => {
    const id = await proposed("ver_old_reopened");
    await answer(id, true, raul);
    await reopen(id, ana);
    // Earlier releases reopened at once.
    await rewrite(
      `UPDATE review_log SET kind = 'reopened', state = 'open'
       WHERE id = (SELECT max(id) FROM review_log WHERE verification_id = $1)`,
      id,
    );
    expect((await log(id))[0]).toMatchObject({ kind: "reopened", user: { name: "Ana" } });
  });

  it("do not have the words of the proposal in an approval", async () => {
    const id = await proposed("ver_old_approved");
    await answer(id, true, raul);
    await rewrite(
      "UPDATE review_log SET reason = 'El acta es ilegible' WHERE verification_id = $1 AND kind = 'approved'",
      id,
    );
    expect((await told(id))[0]).toEqual(["approved", "Raul", "documents_not_valid", null]);
    await expectBothAuthors(id, null);
  });
});
