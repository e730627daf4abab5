import { sampleFormat, sampleParams } from "#lib/contract/review/sample-input.ts";
import { route } from "#lib/server/http/route.ts";
import { preferredLocale } from "#lib/server/i18n/preferences.ts";
import { coveredFor } from "#lib/server/need-to-know/cover.ts";
import { readSheet } from "#lib/server/review/samples.ts";
import { sampleSheets } from "#lib/server/review/samples-table.ts";
import { csvExport } from "#lib/server/tables/csv.ts";
import { downloadHeaders } from "#lib/server/tables/download.ts";
import { xlsxExport } from "#lib/server/tables/xlsx.ts";

/** The worksheet of a sample; as a file in the reader's language. */
export const GET = route(
  {
    access: "samples.review",
    audit: "review_sample.exported",
    isRecorded: (parameters) => (parameters.get("format") ?? "json") !== "json",
    params: sampleParams,
    query: sampleFormat,
    limit: { calls: 120, seconds: 60 },
  },
  async ({ params: { sample_id }, query: { format }, user, audit }) => {
    const sheet = await coveredFor(user.role, await readSheet(sample_id, user.id));
    if (format === "json") return sheet;
    audit.add({ after: { format, rows: sheet.items.length } });
    const [decisions, facts] = sampleSheets(sheet, await preferredLocale());
    const { body } = format === "csv" ? csvExport(decisions) : xlsxExport([decisions, facts]);
    return new Response(body, { headers: downloadHeaders(`cotejo-sample-${sheet.drawn_at.slice(0, 10)}`, format) });
  },
);
