import { beforeAll, expect, it, vi } from "vitest";
import type { ExceptionChoice } from "#lib/core/contract/verifications/review-codes.ts";
import { initialPolicy } from "#lib/desk/contract/review/policy.ts";
import { instantFromMs } from "#lib/platform/contract/time.ts";
import { dateIn } from "#lib/platform/contract/working-time.ts";
import type { Sheet } from "#lib/platform/server/tables/table.ts";
import { deliver, secondsIn } from "#tools/test/arrivals.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { changeReview, type Reviewer, undoReview } from "./command.ts";
import { readDecisionRecord } from "./decision-record.ts";
import { type DecisionsAsked, listDecisions } from "./decisions.ts";
import { decisionsAsCodes, decisionsAsWords } from "./decisions-table.ts";
import { readReview } from "./read.ts";
import { finalRun, finding, finishedFile, reviewDesk } from "./testing/files.ts";

const database = await ownDatabase();
const { pool } = database;
const { begin, user, receive, review } = reviewDesk(database);
const ID = "ver_decided";
const EVER = { from: "2026-01-01", to: "2099-01-01", sample: null, seed: "", basis: false };

let ana: Reviewer;

const change = async (body: object) =>
  changeReview(ID, { version: (await review(ID)).version, state: "resolved", ...body }, ana, database);

beforeAll(async () => {
  vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
  ana = await user("Ana", "compliance");
  await begin();
  await receive(...finishedFile(ID));
  await change({ resolution: "rejected", reason_code: "no_answer", reason: "=1+1" });
  await change({ state: "open" });
  await change({ resolution: "accepted", review_on: "2099-03-02" });
});

// The two zones always have different dates, so that one of them differs from the date in UTC.
it.each(["Pacific/Kiritimati", "Pacific/Pago_Pago"])("a period has days of the policy's zone: %s", async (zone) => {
  const { working } = initialPolicy("2026-01-01T00:00:00.000000Z");
  await begin({ working: { ...working, time_zone: zone } });
  const on = async (day: string) => (await listDecisions({ ...EVER, from: day, to: day }, database)).total;
  const now = Date.now();
  const days = [-1, 0, 1].map((shift) => dateIn(instantFromMs(now + shift * 86_400_000), zone));
  expect(await Promise.all(days.map(on))).toEqual([0, 2, 0]);
});

it("each decision has the record of its own entry, which states whether it stands", async () => {
  const { items } = await listDecisions(EVER, database);
  const records = await Promise.all(
    items.map(async ({ entry_id }) => (await readDecisionRecord(ID, entry_id, database))?.record),
  );
  expect(records.map((record) => [record?.resolution, record?.stands])).toEqual([
    ["rejected", false],
    ["accepted", true],
  ]);
  expect(await readDecisionRecord(ID, 999_999, database)).toEqual({ record: null });
});

it("is a table in words, with the reasons of the catalogue", async () => {
  const { items } = await listDecisions(EVER, database);
  expect(items.map(({ basis }) => basis)).toEqual([null, null]);
  const row = await firstRow(decisionsAsWords(items, "es-MX", "America/Mexico_City"));
  expect(row).toMatchObject({
    "Fecha (America/Mexico_City)": expect.any(Date),
    Identificador: ID,
    Paso: "Dictaminado",
    Dictamen: "Rechazado",
    Por: "Ana",
    Motivo: items[0]?.reason_name?.es,
    Comentario: "=1+1",
    "Revisión periódica": null,
    Deshecho: null,
  });
  expect(items[0]?.reason_name?.es).not.toBe("no_answer");
  expect(items.map(({ review_on }) => review_on)).toEqual([null, "2099-03-02"]);
});

it("names what an acceptance was made in spite of, and finds the acceptances by it", async () => {
  const id = "ver_in_spite";
  const partly = [
    deliver("verification.v2.created", { verification_id: id, status: "pending", created_at: secondsIn(0) }, 1),
    deliver(
      "verification.v2.document_status_updated",
      { verification_id: id, documents_status: "partial_upload", updated_at: secondsIn(5) },
      5,
    ),
    finalRun(id, [finding("high", "poder")]),
    deliver(
      "verification_people.curp_search_completed",
      { verification_id: id, people_id: 7, people_error: "curp_format_error" },
      20,
    ),
  ];
  await receive(...partly);
  const accept = async (reason?: string) =>
    changeReview(
      id,
      { version: (await review(id)).version, state: "resolved", resolution: "accepted", ...(reason && { reason }) },
      ana,
      database,
    );
  await expect(accept()).rejects.toMatchObject({ status: 400, message: "Invalid reason." });
  await accept("Vi los originales");
  const exceptions = ["high_finding", "documents_incomplete", "person_unresolved"];
  const of = async (exception: ExceptionChoice) => {
    const { items, total } = await listDecisions({ ...EVER, exception }, database);
    expect(items.length).toBe(total);
    return items.map(({ verification_id }) => verification_id);
  };
  const known = (await listDecisions(EVER, database)).items.find(({ verification_id }) => verification_id === id);
  expect(known?.exceptions).toEqual(exceptions);
  expect((await readDecisionRecord(id, null, database))?.record?.exceptions).toEqual(exceptions);
  expect((await readReview(pool, id))?.review_standing.decision?.exceptions).toEqual(exceptions);
  expect(await firstRow(decisionsAsWords(known ? [known] : [], "es-MX", "UTC"))).toMatchObject({
    "A pesar de": "Hallazgo de severidad alta; Documentación incompleta; CURP sin resolver",
  });
  expect(await firstRow(decisionsAsCodes(known ? [known] : []))).toMatchObject({
    exceptions: JSON.stringify(exceptions),
  });
  for (const exception of ["any", ...exceptions] as ExceptionChoice[]) expect(await of(exception)).toEqual([id]);
  expect(await of("failed_item")).toEqual([]);

  // An entry of an earlier release has no codes: the basis has those that it listed.
  await pool.query("ALTER TABLE review_log DISABLE TRIGGER review_log_append_only");
  await pool.query("UPDATE review_log SET exceptions = NULL WHERE verification_id = $1", [id]);
  await pool.query("ALTER TABLE review_log ENABLE ALWAYS TRIGGER review_log_append_only");
  expect((await readDecisionRecord(id, null, database))?.record?.exceptions).toEqual(["high_finding"]);
  expect(await of("documents_incomplete")).toEqual([]);
  expect(await of("high_finding")).toEqual([id]);
});

it("reads the exceptions of earlier entries from their basis, by the rule of that time", async () => {
  const run = (more: object) => ({ source: "final", before_reopening: false, items: [], ...more });
  const of = async (basis: object, resolution = "accepted") => {
    const entry = JSON.stringify({ resolution, digest: "aa", basis: { items: [], status: "error", ...basis } });
    const { rows } = await pool.query<{ exceptions: string[] }>(
      "SELECT exceptions_of(jsonb_populate_record(NULL::review_log, $1)) AS exceptions",
      [entry],
    );
    return rows[0]?.exceptions;
  };
  const high = { severity: "high", message: "Falta", missing_field: null };
  expect(await of({ run: run({}) })).toEqual([]);
  expect(await of({ run: run({ items: [{ ...high, severity: "low" }, high] }) })).toEqual(["high_finding"]);
  expect(await of({ run: run({}), items: [{ problem: null }, { problem: "failed" }] })).toEqual(["failed_item"]);
  expect(await of({ run: run({}), items: [{ problem: "unclassified" }] })).toEqual([]);
  expect(await of({ run: run({ before_reopening: true }) })).toEqual(["run_not_final"]);
  expect(await of({ run: run({ source: "provisional" }) })).toEqual(["run_not_final"]);
  expect(await of({ run: run({ source: null }) })).toEqual(["run_unknown"]);
  expect(await of({ run: null })).toEqual(["run_unknown"]);
  expect(await of({ run: null }, "rejected")).toEqual([]);
});

it("finds the steps of an officer and of an outcome, and counts undone ones apart", async () => {
  const id = "ver_undone";
  const luis = await user("Luis", "compliance");
  await receive(...finishedFile(id));
  await changeReview(
    id,
    { version: (await review(id)).version, state: "resolved", resolution: "accepted" },
    luis,
    database,
  );
  const by = async (only: Partial<DecisionsAsked>) => {
    const { items, total, undone, officers } = await listDecisions({ ...EVER, ...only }, database);
    return [
      items.map(({ verification_id, resolution }) => `${verification_id} ${resolution}`),
      total,
      undone,
      officers,
    ];
  };
  const officers = [ana, luis].map(({ id, name }) => ({ user_id: id, user_name: name }));
  expect(await by({ user: luis.id })).toEqual([[`${id} accepted`], 1, 0, officers]);
  expect(await by({ user: ana.id, resolution: "rejected" })).toEqual([[`${ID} rejected`], 1, 0, officers]);
  await undoReview(id, (await review(id)).version, luis, database);
  expect(await by({ user: luis.id })).toEqual([[`${id} accepted`], 1, 1, officers]);
  expect(await by({ from: "2099-01-01" })).toEqual([[], 0, 0, []]);
});

async function firstRow({ header, pages }: Sheet) {
  for await (const [row] of pages) return Object.fromEntries(header.map((name, at) => [name, row?.[at]]));
  return {};
}
