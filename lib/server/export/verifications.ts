import { type ExportColumn, isTimeColumn } from "#lib/contract/verifications/export.ts";
import type { VerificationSummary } from "#lib/contract/verifications/verification.ts";
import type { VerificationFilter, VerificationSort } from "#lib/contract/verifications/verification-filter.ts";
import { type Database, database } from "#lib/server/db/database.ts";
import type { Cell, Table } from "#lib/server/tables/table.ts";
import { listVerifications } from "#lib/server/verifications/list/list.ts";

/** So many files are in memory at once. */
const CHUNK = 500;

/** Orders in which a file keeps its place while events come in. */
const STEADY: readonly VerificationSort[] = ["-created_at", "created_at", "-tag", "tag"];

/** `userId` is who `me` is in the filter. */
type ExportAsked = {
  filter: VerificationFilter;
  columns: readonly ExportColumn[];
  timeZone: string;
  userId: string | null;
};

/**
 * Every file that a filter has, read by keyset pages without a transaction. In the order of the filter where one page has
 * them all or a file keeps its place in it; else the newest first: a file that moves while others are read would be missed,
 * or be there twice.
 */
export function verificationTable(
  { filter, columns, timeZone, userId }: ExportAsked,
  connection: Pick<Database, "pool"> = database(),
): Table {
  const times = wallClock(timeZone);
  const cells = (row: VerificationSummary): Cell[] =>
    columns.flatMap((column) => {
      const value = cellValue(row, column);
      if (!isTimeColumn(column)) return [value];
      const at = typeof value === "string" ? new Date(value) : null;
      return [at && times(at), at];
    });
  async function* pages() {
    let page = await listVerifications({ filter, userId, limit: CHUNK }, connection);
    if (page.next_cursor !== null && !STEADY.includes(filter.sort)) {
      filter = { ...filter, sort: "-created_at" };
      page = await listVerifications({ filter, userId, limit: CHUNK }, connection);
    }
    for (;;) {
      if (page.items.length > 0) yield page.items.map(cells);
      if (page.next_cursor === null) return;
      page = await listVerifications({ filter, userId, limit: CHUNK, cursor: page.next_cursor }, connection);
    }
  }
  const header = columns.flatMap((column) =>
    isTimeColumn(column) ? [`${column} (${timeZone})`, `${column} (UTC)`] : [column],
  );
  return { header, pages: pages() };
}

function cellValue({ findings, review, ...row }: VerificationSummary, column: ExportColumn): Cell {
  switch (column) {
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
    case "review_approved_by":
      return review?.approved_by ?? null;
    case "review_reasons":
      return review?.reasons.join("; ") ?? null;
    case "review_assignee":
      return review?.assignee?.name ?? null;
    case "review_due_at":
      return review?.due_at ?? null;
    default: {
      const value = row[column];
      return Array.isArray(value) ? value.join("; ") : value;
    }
  }
}

/** The clock of a zone at an instant, to the second, in the UTC fields of a `Date`. */
function wallClock(timeZone: string): (at: Date) => Date {
  const format = new Intl.DateTimeFormat("en", {
    timeZone,
    hourCycle: "h23",
    ...{ year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric" },
  });
  return (at) => {
    const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = part;
    const clock = new Date(0);
    clock.setUTCFullYear(year, month - 1, day);
    clock.setUTCHours(hour, minute, second);
    return clock;
  };
}
