import { type ExportColumn, isTimeColumn } from "#lib/contract/verifications/export.ts";
import type { Finding, VerificationSummary } from "#lib/contract/verifications/verification.ts";
import type { VerificationFilter, VerificationSort } from "#lib/contract/verifications/verification-filter.ts";
import { database, type Pooled } from "#lib/server/db/database.ts";
import type { Cell, Sheet } from "#lib/server/tables/table.ts";
import { wallClock } from "#lib/server/tables/wall-clock.ts";
import { listVerifications } from "#lib/server/verifications/list/list.ts";
import { type DecisionDetails, decisionReader, needsDecisions, needsFindings, readFindings } from "./details.ts";
import type { ExportWords } from "./words.ts";

/** Number of files in memory at once. */
const CHUNK = 500;

/** Orders in which a file keeps its place while events come in. */
const STEADY: readonly VerificationSort[] = ["-created_at", "created_at", "-tag", "tag"];

/** `userId` is `me` in the filter. */
type ExportAsked = {
  filter: VerificationFilter;
  columns: readonly ExportColumn[];
  timeZone: string;
  userId: string | null;
  words: ExportWords;
};

/** The sheet of files, and that of their findings, which is read after the first one. */
type ExportTables = { files: Sheet; findings: Sheet };

/**
 * Every file of a filter, read by keyset pages without a transaction. In the order of the filter if one page has them
 * all or the order is stable; else newest first: a file that moves during the read would be missed, or repeated.
 */
export function verificationTables(
  { filter, columns, timeZone, userId, words }: ExportAsked,
  connection: Pooled = database(),
): ExportTables {
  const times = wallClock(timeZone);
  const decisionsOf = decisionReader(connection.pool);
  const exported: Pick<VerificationSummary, "verification_id" | "tag" | "title">[] = [];
  async function rowsOf(items: readonly VerificationSummary[]): Promise<Cell[][]> {
    const ids = items.map(({ verification_id }) => verification_id);
    const findings = needsFindings(columns) ? await readFindings(connection.pool, ids) : null;
    const decisions = needsDecisions(columns) ? await decisionsOf(items) : null;
    for (const { verification_id, tag, title } of items) exported.push({ verification_id, tag, title });
    return items.map((row) => {
      const known = {
        findings: findings?.get(row.verification_id) ?? [],
        decision: decisions?.get(row.verification_id) ?? null,
      };
      return columns.flatMap((column) => {
        const value = cellValue(row, column, known, words);
        if (!isTimeColumn(column)) return [value];
        const at = typeof value === "string" ? new Date(value) : null;
        return [at && times(at), at];
      });
    });
  }
  async function* pages() {
    let page = await listVerifications({ filter, userId, limit: CHUNK }, connection);
    if (page.next_cursor !== null && !STEADY.includes(filter.sort)) {
      filter = { ...filter, sort: "-created_at" };
      page = await listVerifications({ filter, userId, limit: CHUNK }, connection);
    }
    for (;;) {
      if (page.items.length > 0) yield await rowsOf(page.items);
      if (page.next_cursor === null) return;
      page = await listVerifications({ filter, userId, limit: CHUNK, cursor: page.next_cursor }, connection);
    }
  }
  async function* findingPages() {
    for (let from = 0; from < exported.length; from += CHUNK) {
      const files = exported.slice(from, from + CHUNK);
      const ids = files.map(({ verification_id }) => verification_id);
      const known = await readFindings(connection.pool, ids);
      yield files.flatMap(({ verification_id, tag, title }) =>
        (known.get(verification_id) ?? []).map(({ severity, message, missing_field }) => [
          ...[verification_id, tag, title],
          ...[words.value("findings", severity), message, missing_field],
        ]),
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

type Known = { findings: readonly Finding[]; decision: DecisionDetails | null };

function cellValue(row: VerificationSummary, column: ExportColumn, known: Known, words: ExportWords): Cell {
  const value = codeOf(row, column, known, words);
  if (Array.isArray(value)) return value.map((one) => words.value(column, one)).join("; ");
  return typeof value === "string" ? words.value(column, value) : value;
}

/** A value in the terms of the interface and the rules. */
function codeOf(
  { findings, review, ...row }: VerificationSummary,
  column: ExportColumn,
  known: Known,
  words: ExportWords,
): Cell | string[] {
  switch (column) {
    case "findings":
      return known.findings
        .map(({ severity, message }) => `${words.value("findings", severity)}: ${message.trim()}`)
        .join("\n");
    case "missing_fields":
      return [...new Set(known.findings.flatMap(({ missing_field }) => missing_field ?? []))];
    case "findings_high":
      return findings.high;
    case "findings_medium":
      return findings.medium;
    case "findings_low":
      return findings.low;
    case "findings_source":
      return findings.source;
    case "findings_computed_at":
      return findings.computed_at;
    case "review_state":
      return review?.state ?? null;
    case "review_resolution":
      return review?.state === "approval" ? null : (review?.resolution ?? null);
    case "review_proposal":
      return review?.state === "approval" ? review.resolution : null;
    case "review_decided_by":
      return review?.decided_by ?? null;
    case "review_decided_at":
      return known.decision?.decided_at ?? null;
    case "review_approved_by":
      return review?.approved_by ?? null;
    case "review_approved_at":
      return known.decision?.approved_at ?? null;
    case "review_reason":
      return known.decision?.reason ? words.reason(known.decision.reason) : null;
    case "review_words":
      return known.decision?.words ?? null;
    case "review_exceptions":
      return known.decision?.exceptions ?? [];
    case "review_reasons":
      return review?.reasons ?? [];
    case "review_assignee":
      return review?.assignee?.name ?? null;
    case "review_due_at":
      return review?.due_at ?? null;
    default:
      return row[column];
  }
}
