import { randomUUID } from "node:crypto";
import { beforeAll, expect, it, vi } from "vitest";
import { VERIFICATION_FILTER } from "#lib/core/contract/verifications/verification-filter.ts";
import { datesTable } from "#lib/desk/server/export/dates.ts";
import { CODES } from "#lib/desk/server/export/words.ts";
import { changeReview, type Reviewer } from "#lib/desk/server/review/command.ts";
import { readReview } from "#lib/desk/server/review/read.ts";
import { finishedFile, reviewDesk } from "#lib/desk/server/review/testing/files.ts";
import { dateIn } from "#lib/platform/contract/working-time.ts";
import type { Cell } from "#lib/platform/server/tables/table.ts";
import type { ImportRow, StatementsImport } from "#lib/statements/contract/import-input.ts";
import { authorOf, readHistory, readStatements } from "#lib/statements/server/table.ts";
import { deliver, secondsIn } from "#tools/test/arrivals.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { importStatements, undoImport } from "./import.ts";
import { stateAbout } from "./state.ts";

const database = await ownDatabase();
const { pool } = database;
const { begin, user, receive, review } = reviewDesk(database);
const DOCUMENTS = [
  { key: "proof", en: "Proof of address", es: "Comprobante de domicilio", per: "file", counts: "decision" },
  { key: "ine", en: "INE", es: "Credencial", per: "person", counts: "always" },
];
let ana: Reviewer;

beforeAll(async () => {
  vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
  ana = await user("Ana", "compliance");
  await begin({ documents: DOCUMENTS, yearly_check: { months: 12, ahead_days: 0 } });
  for (const [id, tag] of [
    ["ver_a", "EXP-A"],
    ["ver_b", "EXP-B"],
    ["ver_c", "EXP-TWICE"],
    ["ver_d", "EXP-TWICE"],
  ] as const) {
    await receive(
      ...finishedFile(id),
      deliver("verification.v2.created", { verification_id: id, verification_tag: tag, created_at: secondsIn(0) }, 2),
      deliver("verification_people.curp_search_completed", { verification_id: id, people_id: 3, success: true }, 60),
    );
  }
});

const run = async (rows: Omit<ImportRow, "row">[], more: Partial<StatementsImport> = {}) => {
  const given = { source: "fechas.xlsx", import_id: randomUUID(), dry_run: false, ...more };
  const numbered = rows.map((row, index) => ({ ...row, row: index + 2 }));
  return (await importStatements({ ...given, rows: numbered }, ana, database)).rows;
};
const outcomes = async (...asked: Parameters<typeof run>) => (await run(...asked)).map(({ outcome }) => outcome);
const stated = async (id: string) => (await readStatements(pool, id)).map(({ statement_id: _, ...rest }) => rest);

it("says of each row what it would do, and stores nothing in a dry run", async () => {
  const rows = [
    { file: "EXP-A", since: "2023-03-14", last_check: "2025-12-02" },
    { file: "ver_a", kind: "comprobante de DOMICILIO", issued: "2026-10-12" },
    { file: "EXP-TWICE", since: "2023-03-14" },
    { file: "EXP-Z", since: "2023-03-14" },
    { file: "EXP-A", kind: "Acta", issued: "2026-10-12" },
    { file: "EXP-A", kind: "ine", person: "9", expires: "2030-01-01" },
    { file: "EXP-A", kind: "proof", issued: "03/04/2026" },
    { file: "EXP-A" },
    { file: "EXP-A", issued: "2026-10-12" },
    { file: "EXP-A", until: "2026-10-12" },
    { file: "EXP-A", since: "1899-12-31" },
    { file: "EXP-A", kind: "proof", issued: "2026-10-12", expires: "2026-10-11" },
  ];
  expect(await outcomes(rows, { dry_run: true })).toEqual([
    ...["new", "new", "ambiguous_file", "unknown_file", "unknown_kind", "unknown_person", "unread_day", "empty"],
    ...["unknown_kind", "unread_day", "refused", "refused"],
  ]);
  expect(await stated("ver_a")).toEqual([]);
});

it("stores rows with the sheet as their source, and the same sheet twice once", async () => {
  const rows = [
    { file: "EXP-A", since: "2023-03-14", last_check: "2025-12-02", kind: "proof", issued: "12/10/2026" },
    { file: "EXP-A", kind: "Credencial", person: "3", expires: "2030-01-01" },
  ];
  expect(await outcomes(rows, { day_order: "dmy" })).toEqual(["imported", "imported"]);
  expect(await stated("ver_a")).toMatchObject([
    { document_kind: "ine", people_id: 3, expires_on: "2030-01-01", source: "fechas.xlsx, 3", user_name: "Ana" },
    { document_kind: "proof", issued_on: "2026-10-12", source: "fechas.xlsx, 2" },
    { kind: "yearly_check", checked_on: "2025-12-02" },
    { kind: "relation", since: "2023-03-14" },
  ]);
  expect(await outcomes(rows, { day_order: "dmy" })).toEqual(["same", "same"]);
  expect(await stated("ver_a")).toHaveLength(4);
  expect(await outcomes([{ file: "EXP-A", since: "2022-01-01" }], { dry_run: true })).toEqual(["differs"]);
});

it("knows the day of a check that was made in the page, so that an exported sheet changes nothing", async () => {
  await stateAbout("ver_c", { kind: "relation", since: "2023-03-14" }, authorOf(ana), database);
  const check = { kind: "yearly_check", outcome: "exceptions", reason: "Se pidió uno reciente." } as const;
  const { stated_at } = await stateAbout("ver_c", check, authorOf(ana), database);
  const last_check = dateIn(stated_at, "America/Mexico_City");
  expect(await outcomes([{ file: "ver_c", since: "2023-03-14", last_check }])).toEqual(["same"]);
  expect(await outcomes([{ file: "ver_c", last_check: "2026-01-02" }], { dry_run: true })).toEqual(["differs"]);
});

it("hands a refused row back with its cause, and stores nothing of it", async () => {
  const [row] = await run([{ file: "EXP-B", since: "2023-03-14", kind: "proof", issued: "2999-01-01" }]);
  expect(row).toMatchObject({ outcome: "refused", cause: "VALIDATION_ERROR" });
  expect(await stated("ver_b")).toEqual([]);
});

it("takes an import back within a day: what was stated before counts again", async () => {
  await stateAbout("ver_b", { kind: "relation", since: "2020-01-01" }, authorOf(ana), database);
  await changeReview(
    "ver_b",
    { version: (await review("ver_b")).version, state: "resolved", resolution: "accepted" },
    ana,
    database,
  );
  const import_id = randomUUID();
  await run([{ file: "EXP-B", since: "2021-01-01", until: "2026-01-31" }], { import_id });
  const ends = async () => (await pool.query("SELECT ended_on::text FROM relation_ends")).rows;
  expect(await ends()).toEqual([{ ended_on: "2026-01-31" }]);
  expect(await undoImport(import_id, { id: randomUUID(), name: "Ben" }, database)).toEqual({ withdrawn: 0 });
  expect(await undoImport(import_id, ana, database)).toEqual({ withdrawn: 1 });
  expect(await undoImport(import_id, ana, database)).toEqual({ withdrawn: 0 });
  expect((await readReview(pool, "ver_b"))?.relation).toMatchObject({ since: "2020-01-01", until: null });
  expect(await ends()).toEqual([]);
  expect(await readHistory(pool, "ver_b")).toMatchObject([
    { since: "2021-01-01", withdrawn: { user_name: "Ana" } },
    { since: "2020-01-01", withdrawn: null },
  ]);
});

it("finds nothing new in the sheet that the export writes", async () => {
  const about = (given: Parameters<typeof stateAbout>[1]) => stateAbout("ver_c", given, authorOf(ana), database);
  await about({ kind: "relation", since: "2020-01-01", until: "2026-10-31" });
  await about({ kind: "relation", since: "2020-02-01" });
  await about({ kind: "document_dates", document_kind: "proof", issued_on: "2026-10-12", no_expiry: true });
  await about({ kind: "document_dates", document_kind: "ine", people_id: 3, expires_on: "2030-01-01" });
  await about({ kind: "yearly_check", outcome: "complete", checked_on: "2026-01-31" });
  // Sets no next day, so the check before counts.
  await about({ kind: "yearly_check", outcome: "pending" });
  const filter = { ...VERIFICATION_FILTER.empty, sort: "tag" as const };
  const { header, pages } = await datesTable({ filter, userId: ana.id, role: "compliance", words: CODES }, database);
  const rows: Cell[][] = [];
  for await (const page of pages) rows.push(...page.map((cells) => [...cells]));
  const sheet = rows.map((cells) => Object.fromEntries(header.map((name, index) => [name, cells[index] ?? ""])));
  expect(sheet.filter(({ file }) => file === "ver_c")).toMatchObject([
    {
      tag: "EXP-TWICE",
      kind: "ine",
      document: "INE",
      person: 3,
      expires: "2030-01-01",
      since: "2020-02-01",
      until: "",
    },
    { kind: "proof", issued: "2026-10-12", expires: "", since: "", last_check: "" },
  ]);
  expect(sheet.find(({ since }) => since === "2020-02-01")).toMatchObject({ last_check: "2026-01-31" });
  const cells = sheet.map(({ tag: _tag, title: _title, document: _document, ...row }) =>
    Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, String(cell)])),
  );
  expect(new Set(await outcomes(cells as Omit<ImportRow, "row">[], { dry_run: true }))).toEqual(new Set(["same"]));
});

it("knows a file that is blocked no more than one that was never announced", async () => {
  await stateAbout("ver_d", { kind: "relation", since: "2020-01-01" }, authorOf(ana), database);
  await pool.query("DELETE FROM verification_summaries WHERE verification_id = 'ver_d'");
  expect(await run([{ file: "ver_d", since: "2020-01-01" }], { dry_run: true })).toMatchObject([
    { outcome: "unknown_file", verification_id: null },
  ]);
});
