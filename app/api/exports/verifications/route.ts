import { isTimeZone } from "#lib/contract/time.ts";
import {
  EXPORT_COLUMNS,
  EXPORT_FORMATS,
  EXPORT_VALUES,
  type ExportColumn,
  MAX_EXPORTED,
} from "#lib/contract/verifications/export.ts";
import { VERIFICATION_FILTER } from "#lib/contract/verifications/verification-filter.ts";
import { invalid } from "#lib/server/base/errors.ts";
import { verificationTables } from "#lib/server/export/verifications.ts";
import { CODES, exportWords } from "#lib/server/export/words.ts";
import { route } from "#lib/server/http/route.ts";
import { preferredLocale, preferredTimeZone } from "#lib/server/i18n/preferences.ts";
import { csvExport } from "#lib/server/tables/csv.ts";
import { downloadHeaders } from "#lib/server/tables/download.ts";
import { xlsxExport } from "#lib/server/tables/xlsx.ts";
import { countVerifications } from "#lib/server/verifications/list/list.ts";

/**
 * The matches of the list's filter as streamed CSV or XLSX. `columns`: column names, repeated or separated by commas,
 * by default all; `values=words`: headings and values in the reader's language. The workbook has a second sheet with a
 * row for each finding. An unreadable parameter is refused: an export must not hold more rows than requested.
 */
export const GET = route(
  { access: "exports.read", token: true, audit: "verifications.exported", limit: { calls: 30, seconds: 60 } },
  async ({ request, parameters, user, audit }) => {
    const userId = user.id;
    const { filter, ignored } = VERIFICATION_FILTER.read(parameters);
    if (ignored[0]) throw invalid(`Invalid ${ignored[0].name}.`);
    const format = EXPORT_FORMATS.find((one) => one === (parameters.get("format") ?? "csv"));
    if (!format) throw invalid("Invalid format: csv or xlsx.");
    const values = EXPORT_VALUES.find((one) => one === (parameters.get("values") ?? "codes"));
    if (!values) throw invalid("Invalid values: words or codes.");
    const columns = columnsOf(parameters.getAll("columns"));
    const timeZone = parameters.get("time_zone") ?? (await preferredTimeZone());
    if (!isTimeZone(timeZone)) throw invalid("Invalid time_zone: the name of an IANA time zone.");
    const narrowed = VERIFICATION_FILTER.write(filter);
    audit.add({
      after: {
        format,
        time_zone: timeZone,
        ...(values === "words" && { values }),
        ...(columns.length < EXPORT_COLUMNS.length && { columns }),
        ...(narrowed.size > 0 && { filter: narrowed.toString() }),
        // The searched text may name a person, so the entry does not record it.
        ...(filter.q !== null && !narrowed.has("q") && { searched_text: true }),
      },
    });
    const most = MAX_EXPORTED[format];
    if ((await countVerifications({ filter, userId }, most + 1)) > most) {
      throw invalid(
        format === "csv"
          ? `More than ${most} files match: narrow the filter.`
          : `More than ${most} files match: choose CSV, which takes ${MAX_EXPORTED.csv}, or narrow the filter.`,
      );
    }
    const headers = downloadHeaders(`cotejo-verifications-${new Date().toISOString().slice(0, 10)}`, format);
    // Next calls this handler for HEAD too and never reads the body: the stream would not end.
    if (request.method === "HEAD") return new Response(null, { headers });
    const words = values === "words" ? exportWords(await preferredLocale()) : CODES;
    const { files, findings } = verificationTables({ filter, columns, timeZone, userId, role: user.role, words });
    const { body, ended } = format === "csv" ? csvExport(files) : xlsxExport([files, findings]);
    audit.until(ended.then((rows) => audit.add({ after: rows })));
    return new Response(body, { headers });
  },
);

/** The named columns, in their usual order. */
function columnsOf(given: readonly string[]): readonly ExportColumn[] {
  const names = new Set(given.flatMap((names) => names.split(",")).filter((name) => name !== ""));
  const columns = EXPORT_COLUMNS.filter((column) => names.delete(column));
  if (names.size > 0) throw invalid("Invalid columns.");
  return columns.length > 0 ? columns : EXPORT_COLUMNS;
}
