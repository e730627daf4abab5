import { type ExportColumn, isTimeColumn } from "#lib/core/contract/verifications/export.ts";
import type { Finding, VerificationList, VerificationSummary } from "#lib/core/contract/verifications/verification.ts";
import type { VerificationFilter, VerificationSort } from "#lib/core/contract/verifications/verification-filter.ts";
import { coveredRows } from "#lib/core/server/need-to-know/cover.ts";
import { listVerifications } from "#lib/desk/server/list/list.ts";
import type { Role } from "#lib/platform/manifest.ts";
import { database, type Pooled } from "#lib/platform/server/db/database.ts";
import type { Cell, Sheet } from "#lib/platform/server/tables/table.ts";
import { wallClock } from "#lib/platform/server/tables/wall-clock.ts";
import { type DecisionDetails, decisionReader, needsDecisions, needsFindings, readFindings } from "./details.ts";
import type { ExportWords } from "./words.ts";

/** Number of files in memory at once. */
const CHUNK = 500;

/** Orders in which a file keeps its place while events come in. */
const STABLE_SORTS: readonly VerificationSort[] = ["-created_at", "created_at", "-tag", "tag"];

/** `userId` is `me` in the filter; `role` is the reader's. */
type ExportRequest = {
  filter: VerificationFilter;
  columns: readonly ExportColumn[];
  timeZone: string;
  userId: string | null;
  role: Role | null;
  words: ExportWords;
};

/** The sheet of files, and the sheet of their findings, which has to be read second. */
type ExportTables = { files: Sheet; findings: Sheet };

/**
 * Every file of a filter, read by keyset pages without a transaction. In the order of the filter if one page has them
 * all or the order is stable; else newest first: a file that moves during the read would be missed, or repeated.
 */
export async function* listedPages(
  { filter, userId }: Pick<ExportRequest, "filter" | "userId">,
  connection: Pooled,
): AsyncGenerator<Listed[], void> {
  const read = (asked: VerificationFilter, cursor: string | null = null) =>
    listVerifications({ filter: asked, userId, limit: CHUNK, cursor }, connection);
  let inOrder = filter;
  let page = await read(inOrder);
  if (page.next_cursor !== null && !STABLE_SORTS.includes(filter.sort)) {
    inOrder = { ...filter, sort: "-created_at" };
    page = await read(inOrder);
  }
  for (;;) {
    if (page.items.length > 0) yield page.items;
    if (page.next_cursor === null) return;
    page = await read(inOrder, page.next_cursor);
  }
}

/** The sheets of the files of a filter. */
export function verificationTables(
  { filter, columns, timeZone, userId, role, words }: ExportRequest,
  connection: Pooled = database(),
): ExportTables {
  const times = wallClock(timeZone);
  const decisionsOf = decisionReader(connection.pool);
  const exported: Pick<VerificationSummary, "verification_id" | "tag" | "title">[] = [];
  async function rowsOf(items: readonly Listed[]): Promise<Cell[][]> {
    const ids = items.map(({ verification_id }) => verification_id);
    const findings = needsFindings(columns) ? await readFindings(connection.pool, ids) : null;
    const decisions = needsDecisions(columns) ? await decisionsOf(items) : null;
    for (const { verification_id, tag, title } of items) exported.push({ verification_id, tag, title });
    return items.map((row) => {
      const known = {
        findings: findings?.get(row.verification_id) ?? [],
        decision: decisions?.get(row.verification_id) ?? null,
      };
      const codes = codesOf(row, known, words);
      return columns.flatMap((column) => {
        const value = cellOf(codes[column], column, words);
        if (!isTimeColumn(column)) return [value];
        const at = typeof value === "string" ? new Date(value) : null;
        return [at && times(at), at];
      });
    });
  }
  async function* pages() {
    for await (const items of listedPages({ filter, userId }, connection)) {
      const ids = items.map(({ verification_id }) => verification_id);
      yield await coveredRows(role, ids, await rowsOf(items), connection.pool);
    }
  }
  async function* findingPages() {
    for (let from = 0; from < exported.length; from += CHUNK) {
      const files = exported.slice(from, from + CHUNK);
      const ids = files.map(({ verification_id }) => verification_id);
      const known = await readFindings(connection.pool, ids);
      const rows = files.flatMap(({ verification_id, tag, title }) =>
        (known.get(verification_id) ?? []).map(({ severity, message, missing_field }) => [
          ...[verification_id, tag, title],
          ...[words.value("findings", severity), message, missing_field],
        ]),
      );
      yield await coveredRows(
        role,
        rows.map(([id]) => String(id)),
        rows,
        connection.pool,
      );
    }
  }
  const header = columns.flatMap((column) =>
    isTimeColumn(column)
      ? [`${words.heading(column)} (${timeZone})`, `${words.heading(column)} (UTC)`]
      : [words.heading(column)],
  );
  const named = (["verification_id", "tag", "title"] as const).map(words.heading);
  return {
    files: { name: words.sheet("files"), header, pages: pages() },
    findings: {
      name: words.sheet("findings"),
      header: [...named, words.severity, words.finding, words.missingField],
      pages: findingPages(),
      ...(words.cut && { cut: words.cut }),
    },
  };
}

export type Listed = VerificationSummary & Pick<VerificationList["items"][number], "dates">;

type Details = { findings: readonly Finding[]; decision: DecisionDetails | null };

/** The value of each column in the terms of the interface and the rules. */
function codesOf({ dates, ...row }: Listed, known: Details, words: ExportWords): Record<ExportColumn, Cell | string[]> {
  const { findings: counted, review } = row;
  const isProposed = review?.state === "approval" && review.resolution !== null;
  const findingText = ({ severity, message }: Finding) => `${words.value("findings", severity)}: ${message.trim()}`;
  return {
    ...row,
    findings: known.findings.map(findingText).join("\n"),
    missing_fields: [...new Set(known.findings.flatMap(({ missing_field }) => missing_field ?? []))],
    findings_high: counted.high,
    findings_medium: counted.medium,
    findings_low: counted.low,
    findings_source: counted.source,
    findings_computed_at: counted.computed_at,
    review_state: review?.state ?? null,
    review_resolution: isProposed ? null : (review?.resolution ?? null),
    review_proposal: isProposed ? review.resolution : null,
    review_decided_by: review?.decided_by ?? null,
    review_decided_at: known.decision?.decided_at ?? null,
    review_approved_by: review?.approved_by ?? null,
    review_approved_at: known.decision?.approved_at ?? null,
    review_reason: known.decision?.reason ? words.reason(known.decision.reason) : null,
    review_words: known.decision?.words ?? null,
    review_exceptions: known.decision?.exceptions ?? [],
    review_reasons: review?.reasons ?? [],
    review_assignee: review?.assignee?.name ?? null,
    review_due_at: review?.due_at ?? null,
    relation_since: dates?.relation?.since ?? null,
    relation_until: dates?.relation?.until ?? null,
    relation_checked_at: dates?.relation?.checked_at ?? null,
    relation_next_check_on: dates?.relation?.next_check_on ?? null,
    due_on: dates?.causes[0]?.due_on ?? null,
    due_causes:
      dates?.causes.map(({ cause, document_kind, name }) => (name && words.reason(name)) ?? document_kind ?? cause) ??
      [],
  };
}

function cellOf(value: Cell | string[], column: ExportColumn, words: ExportWords): Cell {
  if (Array.isArray(value)) return value.map((one) => words.value(column, one)).join("; ");
  return typeof value === "string" ? words.value(column, value) : value;
}
