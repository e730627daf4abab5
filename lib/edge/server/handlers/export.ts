import { z } from "zod";
import {
  EXPORT_COLUMNS,
  EXPORT_FORMATS,
  EXPORT_SHEETS,
  EXPORT_VALUES,
  MAX_EXPORTED,
} from "#lib/core/contract/verifications/export.ts";
import { VERIFICATION_FILTER } from "#lib/core/contract/verifications/verification-filter.ts";
import { datesTable } from "#lib/desk/server/export/dates.ts";
import { verificationTables } from "#lib/desk/server/export/verifications.ts";
import { CODES, exportWords } from "#lib/desk/server/export/words.ts";
import { countVerifications } from "#lib/desk/server/list/list.ts";
import { route } from "#lib/edge/server/http/route.ts";
import { separated } from "#lib/platform/contract/fields.ts";
import { isTimeZone } from "#lib/platform/contract/time.ts";
import { invalid } from "#lib/platform/server/base/errors.ts";
import { filterQuery } from "#lib/platform/server/http/page-parameters.ts";
import { preferredLocale, preferredTimeZone } from "#lib/platform/server/i18n/preferences.ts";
import { csvExport } from "#lib/platform/server/tables/csv.ts";
import { downloadHeaders } from "#lib/platform/server/tables/download.ts";
import { xlsxExport } from "#lib/platform/server/tables/xlsx.ts";

const query = filterQuery(VERIFICATION_FILTER, {
  format: z.enum(EXPORT_FORMATS).default("csv"),
  sheet: z.enum(EXPORT_SHEETS).default("files"),
  values: z.enum(EXPORT_VALUES).default("codes"),
  columns: separated(z.enum(EXPORT_COLUMNS), 2 * EXPORT_COLUMNS.length).optional(),
  time_zone: z.string().refine(isTimeZone).optional(),
});

/**
 * The matches of the list's filter as streamed CSV or XLSX. `columns`: column names, repeated or separated by commas,
 * by default all; `values=words`: headings and values in the reader's language. The workbook has a second sheet with a
 * row for each finding. `sheet=dates`: the stated dates instead, in the columns of the import. An unreadable parameter is refused: an export must not hold more rows than requested.
 */
export const getVerificationExport = route(
  "GET /api/exports/verifications",
  { access: "exports.read", token: true, audit: "verifications.exported", perMinute: 30, query },
  async ({ request, query: { filter, format, sheet, values, ...asked }, user, audit }) => {
    const userId = user.id;
    // In their usual order.
    const columns = EXPORT_COLUMNS.filter((column) => !asked.columns?.length || asked.columns.includes(column));
    const timeZone = asked.time_zone ?? (await preferredTimeZone());
    const narrowed = VERIFICATION_FILTER.write(filter);
    audit.add({
      after: {
        format,
        time_zone: timeZone,
        ...(sheet !== "files" && { sheet }),
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
    const exported = { filter, userId, role: user.role, words };
    const { files, findings } = verificationTables({ ...exported, columns, timeZone });
    const sheets = sheet === "dates" ? ([await datesTable(exported)] as const) : ([files, findings] as const);
    const { body, ended } = format === "csv" ? csvExport(sheets[0]) : xlsxExport(sheets);
    audit.until(ended.then((rows) => audit.add({ after: rows })));
    return new Response(body, { headers });
  },
);
