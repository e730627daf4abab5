import type { AuditRow } from "#lib/contract/audit/audit.ts";
import type { AuditFilter } from "#lib/contract/audit/audit-filter.ts";
import { type Database, database } from "#lib/server/db/database.ts";
import { listAudit } from "./list.ts";

/** So many entries are in memory at once. */
const CHUNK = 1_000;

/** By this mark Excel knows UTF-8. */
const BYTE_ORDER_MARK = "\ufeff";

const COLUMNS: [name: string, value: (row: AuditRow) => string | number | null][] = [
  ["entry_id", (row) => row.entry_id],
  ["at", (row) => row.at],
  ["began_at", (row) => row.began_at],
  ["action", (row) => row.action],
  ["outcome", (row) => row.outcome],
  ["error_code", (row) => row.error_code],
  ["user_id", (row) => row.user?.id ?? null],
  ["user_email", (row) => row.user?.email ?? null],
  ["address", (row) => row.address],
  ["user_agent", (row) => row.user_agent],
  ["ids", (row) => JSON.stringify(row.ids)],
  ["before", (row) => row.before && JSON.stringify(row.before)],
  ["after", (row) => row.after && JSON.stringify(row.after)],
];

export type Exported = {
  rows: number;
  /** Its reader has left before the end. */
  left_off?: true;
};

/**
 * The entries that match as CSV, newest first: a piece is read from the database when the one before was taken. `ended`
 * resolves to how many there were, or rejects as the reading did.
 */
export function csvPieces(
  filter: AuditFilter,
  connection: Pick<Database, "pool"> = database(),
): { body: ReadableStream<Uint8Array>; ended: Promise<Exported> } {
  const ended = Promise.withResolvers<Exported>();
  const encoder = new TextEncoder();
  let rows = 0;
  let cursor: string | null = null;
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) =>
        controller.enqueue(encoder.encode(BYTE_ORDER_MARK + csvLine(COLUMNS.map(([name]) => name)))),
      async pull(controller) {
        try {
          const page = await listAudit({ filter, cursor, limit: CHUNK }, connection);
          const lines = page.items.map((row) => csvLine(COLUMNS.map(([, value]) => value(row))));
          rows += lines.length;
          cursor = page.next_cursor;
          if (lines.length > 0) controller.enqueue(encoder.encode(lines.join("")));
          if (cursor !== null) return;
          controller.close();
          ended.resolve({ rows });
        } catch (error) {
          ended.reject(error);
          throw error;
        }
      },
      cancel: () => ended.resolve({ rows, left_off: true }),
    },
    { highWaterMark: 0 },
  );
  return { body, ended: ended.promise };
}

/** Spreadsheets take what begins so for a formula (OWASP, CSV injection; ASVS 1.2.10). */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** A line of RFC 4180: every field quoted, and one that would be taken for a formula begun with an apostrophe. */
export const csvLine = (fields: readonly (string | number | null)[]): string =>
  `${fields.map((field) => quoted(String(field ?? ""))).join(",")}\r\n`;

const quoted = (text: string): string => `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
