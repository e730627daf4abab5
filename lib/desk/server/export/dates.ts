import { DATES_COLUMNS } from "#lib/core/contract/verifications/export.ts";
import type { VerificationFilter } from "#lib/core/contract/verifications/verification-filter.ts";
import { coveredRows } from "#lib/core/server/need-to-know/cover.ts";
import { readPolicy } from "#lib/desk/server/review/policy.ts";
import { dateIn } from "#lib/platform/contract/working-time.ts";
import type { Role } from "#lib/platform/manifest.ts";
import { database, type Pooled } from "#lib/platform/server/db/database.ts";
import type { Cell, Sheet } from "#lib/platform/server/tables/table.ts";
import { newestDates } from "#lib/statements/contract/documents.ts";
import { lastCheckOf, newestRelation } from "#lib/statements/contract/due.ts";
import type { Statement } from "#lib/statements/contract/statement.ts";
import { readStatementsOf } from "#lib/statements/server/table.ts";
import { type Listed, listedPages } from "./verifications.ts";
import type { ExportWords } from "./words.ts";

type DatesRequest = { filter: VerificationFilter; userId: string | null; role: Role | null; words: ExportWords };
type Row = Record<(typeof DATES_COLUMNS)[number], Cell>;

/**
 * The standing statements of the files of a filter, in the columns of `POST /api/imports/statements`: a row for each
 * document, with the relationship and the last check in the first row of its file. The import of this sheet changes nothing.
 */
export async function datesTable(
  { filter, userId, role, words }: DatesRequest,
  connection: Pooled = database(),
): Promise<Sheet> {
  const { documents, working } = await readPolicy(connection.pool);
  const names = new Map(documents.map(({ key, en, es }) => [key, words.reason({ en, es })]));
  async function* pages() {
    for await (const items of listedPages({ filter, userId }, connection)) {
      const ids = items.map(({ verification_id }) => verification_id);
      const stated = await readStatementsOf(connection.pool, ids);
      const rows = items.flatMap((file) =>
        rowsOf(file, stated.get(file.verification_id) ?? [], { names, time_zone: working.time_zone }),
      );
      const cells = rows.map((row) => DATES_COLUMNS.map((column) => row[column]));
      yield await coveredRows(
        role,
        rows.map(({ file }) => String(file)),
        cells,
        connection.pool,
      );
    }
  }
  return { name: words.sheet("dates"), header: DATES_COLUMNS.map(words.datesHeading), pages: pages() };
}

type Rules = { names: ReadonlyMap<string, string>; time_zone: string };

function rowsOf(
  { verification_id, tag, title }: Listed,
  statements: readonly Statement[],
  { names, time_zone }: Rules,
): Row[] {
  const named = { file: verification_id, tag, title };
  const relation = newestRelation(statements);
  const checked_at = lastCheckOf(statements, time_zone);
  const inTime = {
    since: relation?.since ?? null,
    until: relation?.until ?? null,
    last_check: checked_at && dateIn(checked_at, time_zone),
  };
  const dated = [...newestDates(statements).values()].filter(({ issued_on, expires_on }) => issued_on ?? expires_on);
  const documents = dated.map(({ document_kind, people_id, issued_on, expires_on }) => ({
    kind: document_kind,
    document: names.get(document_kind) ?? null,
    person: people_id ?? null,
    issued: issued_on ?? null,
    expires: expires_on ?? null,
  }));
  const isEmpty = inTime.since === null && inTime.last_check === null;
  if (documents.length === 0) return isEmpty ? [] : [{ ...named, ...inTime, ...NO_DOCUMENT }];
  return documents.map((document, index) => ({ ...named, ...(index === 0 ? inTime : NOT_IN_TIME), ...document }));
}

const NO_DOCUMENT = { kind: null, document: null, person: null, issued: null, expires: null };
const NOT_IN_TIME = { since: null, until: null, last_check: null };
