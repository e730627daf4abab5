import { beforeAll, expect, it, vi } from "vitest";
import { EXPORT_COLUMNS } from "#lib/core/contract/verifications/export.ts";
import { VERIFICATION_FILTER } from "#lib/core/contract/verifications/verification-filter.ts";
import { changeReview, type Reviewer } from "#lib/desk/server/review/command.ts";
import { finding, finishedFile, reviewDesk } from "#lib/desk/server/review/testing/files.ts";
import type { Cell, Sheet } from "#lib/platform/server/tables/table.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { verificationTables } from "./verifications.ts";
import { CODES, type ExportWords, exportWords } from "./words.ts";

const database = await ownDatabase();
const { begin, user, receive, review } = reviewDesk(database);
const ID = "ver_exported";

let ana: Reviewer;

beforeAll(async () => {
  vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
  ana = await user("Ana", "compliance");
  await begin();
  await receive(...finishedFile(ID, [finding("low", "poder"), finding("high", "acta")]), ...finishedFile("ver_other"));
  const { version } = await review(ID);
  await changeReview(ID, { version, state: "resolved", resolution: "accepted", reason: "Acta 4411" }, ana, database);
});

async function rowsOf({ pages }: Sheet): Promise<(readonly Cell[])[]> {
  const rows: (readonly Cell[])[] = [];
  for await (const page of pages) rows.push(...page);
  return rows;
}

/** The first row by its headings, and the rows of the sheet of findings. */
async function exported(words: ExportWords) {
  const asked = { filter: { ...VERIFICATION_FILTER.empty, q: ID }, timeZone: "UTC", userId: null, role: null, words };
  const { files, findings } = verificationTables({ ...asked, columns: EXPORT_COLUMNS }, database);
  const rows = await rowsOf(files);
  const [row = []] = rows;
  const sheet = await rowsOf(findings);
  return { row: Object.fromEntries(files.header.map((name, at) => [name, row[at]])), rows, findings, sheet };
}

it("has headings and values in Spanish, the texts of findings and the decision", async () => {
  const { row, rows, findings, sheet } = await exported(exportWords("es-MX"));
  expect(rows).toHaveLength(1);
  expect(row).toMatchObject({
    Identificador: ID,
    Estado: "Finalizada",
    "Tipo de análisis": "Análisis definitivo",
    "Textos de los hallazgos": "Alta: Falta acta\nBaja: Falta poder",
    "Campos faltantes": "acta; poder",
    Revisión: "Resuelto",
    Dictamen: "Aceptado",
    "Dictaminó o propuso": "Ana",
    "Fecha del dictamen o de la propuesta (UTC)": expect.any(Date),
    "Fecha de autorización (UTC)": null,
    "Motivo del dictamen": null,
    Comentario: "Acta 4411",
    Excepciones: "Hallazgo de severidad alta",
  });
  expect([findings.name, findings.header.slice(3)]).toEqual(["Hallazgos", ["Severidad", "Hallazgo", "Campo faltante"]]);
  expect(sheet.map((line) => line.slice(3))).toEqual([
    ["Alta", "Falta acta", "acta"],
    ["Baja", "Falta poder", "poder"],
  ]);
});

it("has the interface's codes if codes are chosen", async () => {
  const { row, findings, sheet } = await exported(CODES);
  expect(row).toMatchObject({
    status: "finished",
    findings: "high: Falta acta\nlow: Falta poder",
    review_resolution: "accepted",
    review_words: "Acta 4411",
    review_exceptions: "high_finding",
  });
  expect(findings.header).toEqual(["verification_id", "tag", "title", "severity", "message", "missing_field"]);
  expect(sheet[0]?.[3]).toBe("high");
});
