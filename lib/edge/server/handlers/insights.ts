import { z } from "zod";
import { EXPORT_FORMATS, EXPORT_VALUES } from "#lib/core/contract/verifications/export.ts";
import { route } from "#lib/edge/server/http/route.ts";
import { INSIGHTS } from "#lib/insights/contract/insights.ts";
import { reportSignOff } from "#lib/insights/contract/report-input.ts";
import { insightsAsCodes, insightsAsWords } from "#lib/insights/server/export-table.ts";
import { readInsights, readWholeInsights } from "#lib/insights/server/read.ts";
import { signOff } from "#lib/insights/server/report.ts";
import { may } from "#lib/platform/contract/permissions.ts";
import { filterQuery } from "#lib/platform/server/http/page-parameters.ts";
import { preferredLocale } from "#lib/platform/server/i18n/preferences.ts";
import { csvExport } from "#lib/platform/server/tables/csv.ts";
import { downloadHeaders } from "#lib/platform/server/tables/download.ts";
import { xlsxExport } from "#lib/platform/server/tables/xlsx.ts";

const query = filterQuery(INSIGHTS, {
  format: z.enum(EXPORT_FORMATS).default("csv"),
  values: z.enum(EXPORT_VALUES).default("codes"),
});

/**
 * The figures of `GET /api/insights` as one table, CSV or XLSX; `values=words` has headings and values in the reader's
 * language. An unreadable parameter is refused: an export must not hold more than was requested.
 */
export const getInsightsExport = route(
  "GET /api/exports/insights",
  { access: "insights.read", audit: "insights.exported", perMinute: 30, query },
  async ({ query: { filter, format, values }, user, audit }) => {
    const insights = await readWholeInsights(filter, { userId: user.id, seesTeam: may(user.role, "insights.team") });
    const { from, to } = insights.period;
    const narrowed = INSIGHTS.write({ ...filter, from: null, to: null });
    audit.add({ after: { from, to, format, values, ...(narrowed.size > 0 && { filter: narrowed.toString() }) } });
    const sheet = values === "codes" ? insightsAsCodes(insights) : insightsAsWords(insights, await preferredLocale());
    const { body } = format === "csv" ? csvExport(sheet) : xlsxExport([sheet]);
    return new Response(body, { headers: downloadHeaders(`cotejo-insights-${from}-${to}`, format) });
  },
);

/** The figures of a period, at once. */
export const getInsights = route(
  "GET /api/insights",
  { access: "insights.read", query: filterQuery(INSIGHTS) },
  ({ query: { filter }, session }) => {
    const { id: userId, role } = session.user;
    return readInsights(filter, { userId, seesTeam: may(role, "insights.team") });
  },
);

/** Signs the report of a month off, in the state that the digest names. */
export const postReportSignOff = route(
  "POST /api/insights/report/{month}/sign-off",
  { access: "insights.sign", stepUp: true, audit: "insights_report.signed_off", body: reportSignOff, perMinute: 10 },
  async ({ params: { month }, body: { digest }, user, audit }) => {
    audit.add({ after: { month, digest } });
    await signOff(month, digest, user);
  },
);
