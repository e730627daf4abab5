import { beforeAll, expect, it, vi } from "vitest";
import { VERIFICATION_FILTER } from "#lib/core/contract/verifications/verification-filter.ts";
import { setRelationEnd } from "#lib/desk/server/custody/relation-end.ts";
import { listVerifications } from "#lib/desk/server/list/list.ts";
import { changeReview, type Reviewer } from "#lib/desk/server/review/command.ts";
import { queueForPolicy } from "#lib/desk/server/review/due.ts";
import { changePolicy, readPolicy } from "#lib/desk/server/review/policy.ts";
import { readReview } from "#lib/desk/server/review/read.ts";
import { finishedFile, reviewDesk } from "#lib/desk/server/review/testing/files.ts";
import { dayAfter, instantFromMs } from "#lib/platform/contract/time.ts";
import { dateIn } from "#lib/platform/contract/working-time.ts";
import type { DocumentKind } from "#lib/statements/contract/policy-input.ts";
import { MAX_STATEMENTS } from "#lib/statements/contract/statement.ts";
import type { StatementInput } from "#lib/statements/contract/statement-input.ts";
import { authorOf, readStatements } from "#lib/statements/server/table.ts";
import { deliver, secondsIn } from "#tools/test/arrivals.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { previewDates } from "./preview.ts";
import { endRelation, stateAbout } from "./state.ts";

const database = await ownDatabase();
const { pool } = database;
const { begin, user, receive, review, evaluated } = reviewDesk(database);
const today = dateIn(instantFromMs(Date.now()), "America/Mexico_City");
const PROOF: DocumentKind = {
  ...{ key: "proof", en: "Proof of address", es: "Comprobante de domicilio", per: "file" },
  ...{ max_age_months: 3, counts: "decision" },
};
const INE: DocumentKind = { key: "ine", en: "INE", es: "INE", per: "person", warn_days: 30, counts: "always" };
let ana: Reviewer;

beforeAll(async () => {
  vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
  ana = await user("Ana", "compliance");
  await begin({ documents: [PROOF, INE], yearly_check: { months: 12, ahead_days: 0 } });
});

const item = (verification_id: string, item_id: number, at = 50) =>
  deliver(
    "verification_item.v2.completed",
    { verification_id, item_id, item_type: "csf_mx", completed_at: secondsIn(at) },
    at,
  );
const lookup = (verification_id: string, people_id: number) =>
  deliver("verification_people.curp_search_completed", { verification_id, people_id, success: true }, 60);
const known = async (id: string) => receive(...finishedFile(id), item(id, 7), lookup(id, 3));
const state = (id: string, input: StatementInput) => stateAbout(id, input, authorOf(ana), database);
const proof = (more: Partial<Extract<StatementInput, { kind: "document_dates" }>>): StatementInput => ({
  ...{ kind: "document_dates", document_kind: "proof" },
  ...more,
});
const detail = async (id: string) => {
  const read = await readReview(pool, id);
  return read ?? expect.unreachable();
};
const stored = async (id: string) =>
  (
    await pool.query(
      "SELECT due_on::text, due_from::text, causes, unchecked_since::text FROM file_dates WHERE verification_id = $1",
      [id],
    )
  ).rows[0];
const accept = async (id: string, reason?: string) =>
  changeReview(
    id,
    { version: (await review(id)).version, state: "resolved", resolution: "accepted", reason },
    ana,
    database,
  );

it("states dates of a document: the newest counts, the earlier stay", async () => {
  await known("ver_dates");
  expect((await detail("ver_dates")).document_dates).toMatchObject([
    { document_kind: "proof", state: "unknown", statement: null },
    { document_kind: "ine", people_id: 3, state: "unknown" },
  ]);
  const { statement_id } = await state("ver_dates", proof({ item_id: 7, issued_on: today, replaces: null }));
  expect((await detail("ver_dates")).document_dates[0]).toMatchObject({
    ...{ item_id: 7, issued_on: today, state: "valid" },
    statement: { statement_id, user_name: "Ana", source: null },
  });
  await state("ver_dates", proof({ issued_on: dayAfter(today, -200), replaces: statement_id }));
  expect((await detail("ver_dates")).document_dates[0]).toMatchObject({ item_id: null, state: "too_old" });
  expect(await readStatements(pool, "ver_dates")).toMatchObject([
    { issued_on: dayAfter(today, -200) },
    { issued_on: today },
  ]);
});

it("keeps a refused newer item refused when the dates are entered again", async () => {
  await known("ver_newer");
  await receive(item("ver_newer", 9, 70));
  await state("ver_newer", proof({ item_id: 7 }));
  expect((await detail("ver_newer")).document_dates[0]).toMatchObject({ newer_item: 9 });
  await state("ver_newer", proof({ item_id: 7, not_replaced_by: [9] }));
  await state("ver_newer", proof({ item_id: 7, issued_on: today }));
  expect((await detail("ver_newer")).document_dates[0]).toMatchObject({ issued_on: today, newer_item: null });
});

it("refuses a statement over one that the caller has not seen, with the newer one", async () => {
  await known("ver_two");
  const { statement_id } = await state("ver_two", proof({ issued_on: today }));
  await expect(state("ver_two", proof({ issued_on: dayAfter(today, -1), replaces: null }))).rejects.toMatchObject({
    code: "STALE_STATEMENT",
    details: { statement: { statement_id, issued_on: today, user_name: "Ana" } },
  });
  expect(await readStatements(pool, "ver_two")).toHaveLength(1);
});

it.each([
  ["document_kind", proof({ document_kind: "gone" })],
  ["people_id", proof({ people_id: 3 })],
  ["people_id", proof({ document_kind: "ine" })],
  ["people_id", proof({ document_kind: "ine", people_id: 99 })],
  ["item_id", proof({ item_id: 99 })],
  ["issued_on", proof({ issued_on: dayAfter(today, 1) })],
  ["since", { kind: "relation", since: dayAfter(today, 1) }],
] satisfies [string, StatementInput][])("refuses %s of %o, and stores nothing", async (field, input) => {
  await known("ver_refused");
  await expect(state("ver_refused", input)).rejects.toMatchObject({
    ...{ status: 400, message: expect.stringContaining(`Invalid ${field}`) },
  });
  expect(await readStatements(pool, "ver_refused")).toEqual([]);
});

it("has a limit for each file, and knows no file that nobody announced", async () => {
  await known("ver_many");
  await pool.query(
    `INSERT INTO file_statements (verification_id, kind, subject, value)
     SELECT 'ver_many', 'document_dates', 'old', '{"document_kind": "old"}' FROM generate_series(1, ${MAX_STATEMENTS})`,
  );
  await expect(state("ver_many", proof({ issued_on: today }))).rejects.toMatchObject({ code: "CONFLICT" });
  await expect(state("ver_none", proof({ issued_on: today }))).rejects.toMatchObject({ code: "NOT_FOUND" });
});

it("makes a document over its age an exception of the acceptance, and an unknown one none", async () => {
  await known("ver_old");
  expect((await detail("ver_old")).review_standing.open.exceptions).toEqual([]);
  await state("ver_old", proof({ issued_on: dayAfter(today, -200) }));
  await state("ver_old", proof({ document_kind: "ine", people_id: 3, expires_on: dayAfter(today, -1) }));
  expect((await detail("ver_old")).review_standing.open.exceptions).toEqual(["document_expired", "document_too_old"]);
  await expect(accept("ver_old")).rejects.toMatchObject({ status: 400, message: "Invalid reason." });
  await accept("ver_old", "Se tuvo a la vista el original");
  expect(await stored("ver_old")).toMatchObject({ due_on: dayAfter(today, -1), causes: [{ document_kind: "ine" }] });
});

it("brings an accepted file to the lane by the dates that count always, until a new date", async () => {
  await known("ver_lane");
  await state("ver_lane", proof({ document_kind: "ine", people_id: 3, expires_on: dayAfter(today, 12) }));
  expect(await stored("ver_lane")).toMatchObject({ due_on: null, causes: [] });
  await accept("ver_lane");
  expect(await stored("ver_lane")).toMatchObject({ due_on: dayAfter(today, 12), due_from: dayAfter(today, -18) });
  expect(await review("ver_lane")).toMatchObject({ state: "resolved" });
  await state("ver_lane", proof({ document_kind: "ine", people_id: 3, no_expiry: true }));
  expect(await stored("ver_lane")).toMatchObject({ due_on: null });
});

it("lists the document that needs attention first", async () => {
  await known("ver_listed");
  await accept("ver_listed");
  const filter = { ...VERIFICATION_FILTER.empty, sort: "next_date" as const };
  const listed = async () => {
    const { items } = await listVerifications({ filter }, database);
    return items.find(({ verification_id }) => verification_id === "ver_listed")?.dates;
  };
  expect(await listed()).toMatchObject({ worst: { state: "unknown", day: null }, overdue: false, relation: null });
  const expires_on = dayAfter(today, -1);
  await state("ver_listed", proof({ document_kind: "ine", people_id: 3, expires_on }));
  const worst = { document_kind: "ine", people_id: 3, state: "expired", day: expires_on };
  expect(await listed()).toMatchObject({ worst, due: true, causes: [{ cause: "document" }] });
});

it("checks files in a relationship, which ends for the retention too", async () => {
  await known("ver_relation");
  await expect(state("ver_relation", { kind: "yearly_check", outcome: "complete" })).rejects.toMatchObject({
    code: "CONFLICT",
  });
  await accept("ver_relation");
  await state("ver_relation", { kind: "relation", since: "2023-03-14" });
  const twelve = (day: string) => `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`;
  expect((await detail("ver_relation")).relation).toMatchObject({ since: "2023-03-14", checked_at: null });
  // The acceptance of today is later than the beginning.
  expect(await stored("ver_relation")).toMatchObject({ unchecked_since: today });
  // Documents are unknown: the check is complete with exceptions at most.
  await expect(state("ver_relation", { kind: "yearly_check", outcome: "complete" })).rejects.toMatchObject({
    message: expect.stringContaining("Invalid outcome"),
  });
  await state("ver_relation", { kind: "yearly_check", outcome: "exceptions", reason: "Falta el comprobante" });
  if (!today.endsWith("02-29")) expect(await stored("ver_relation")).toMatchObject({ due_on: twelve(today) });
  await state("ver_relation", { kind: "yearly_check", outcome: "ended" });
  expect((await detail("ver_relation")).relation).toMatchObject({ until: today, next_check_on: null });
  expect(await stored("ver_relation")).toMatchObject({ unchecked_since: null });
  const ends = await pool.query("SELECT ended_on::text FROM relation_ends WHERE verification_id = 'ver_relation'");
  expect(ends.rows).toEqual([{ ended_on: today }]);
  await endRelation({ verification_id: "ver_relation", ended_on: null }, authorOf(ana), database);
  expect((await detail("ver_relation")).relation).toMatchObject({ until: null });
});

it("writes the end of a relation for the retention without a statement where none was made", async () => {
  await known("ver_custody");
  await accept("ver_custody");
  await setRelationEnd({ verification_id: "ver_custody", ended_on: today }, database);
  expect(await readStatements(pool, "ver_custody")).toEqual([]);
});

it("counts the files that proposed rules would make due, before anybody saves them", async () => {
  await known("ver_preview");
  await accept("ver_preview");
  await state("ver_preview", proof({ issued_on: dayAfter(today, -100) }));
  const counted = async (more: Partial<DocumentKind>) =>
    (await previewDates({ documents: [{ ...PROOF, ...more }], yearly_check: null }, database)).now;
  expect(await counted({})).toBe(0);
  const always = await counted({ counts: "always" });
  expect(always).toBeGreaterThan(0);
  expect(await counted({ counts: "always", max_age_months: 120 })).toBeLessThan(always);
});

it("computes every file again when the rules change, and keeps rules that a caller does not know", async () => {
  await known("ver_policy");
  await accept("ver_policy");
  await state("ver_policy", proof({ document_kind: "ine", people_id: 3, expires_on: dayAfter(today, 12) }));
  const { documents: _, yearly_check: __, ...unaware } = await readPolicy(pool);
  const { after } = await changePolicy({ ...unaware, due_hours: 20 }, ana.id, database);
  expect(after).toMatchObject({
    documents: [{ key: "proof", first_day: today }, { key: "ine" }],
    yearly_check: { months: 12 },
  });
  await changePolicy({ ...after, documents: [PROOF] }, ana.id, database);
  await queueForPolicy(database, new AbortController().signal);
  await evaluated();
  expect(await stored("ver_policy")).toMatchObject({ due_on: null, causes: [] });
  await changePolicy({ ...(await readPolicy(pool)), documents: [], yearly_check: null }, ana.id, database);
  await queueForPolicy(database, new AbortController().signal);
  await evaluated();
  expect(await stored("ver_policy")).toBeUndefined();
});
