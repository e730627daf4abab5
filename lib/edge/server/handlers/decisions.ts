import { coveredFor } from "#lib/core/server/need-to-know/cover.ts";
import { decisionsAsked } from "#lib/desk/contract/review/review-input.ts";
import { decisionsZone, listDecisions } from "#lib/desk/server/review/decisions.ts";
import { decisionsAsCodes, decisionsAsWords } from "#lib/desk/server/review/decisions-table.ts";
import { route } from "#lib/edge/server/http/route.ts";
import { checkDecision } from "#lib/outbound/server/decisions/check.ts";
import { preferredLocale } from "#lib/platform/server/i18n/preferences.ts";
import { csvExport } from "#lib/platform/server/tables/csv.ts";
import { downloadHeaders } from "#lib/platform/server/tables/download.ts";
import { xlsxExport } from "#lib/platform/server/tables/xlsx.ts";

/** Whether a decision stands at this moment, for the system that acts on it. */
export const getDecision = route(
  "GET /api/decisions/{decision_id}",
  { access: "decisions.read", token: true, perMinute: 6_000 },
  ({ params }) => checkDecision(params.decision_id),
);

/** Pages request decisions as JSON without their basis; like other lists, this request is not recorded. */
const isExport = (parameters: URLSearchParams): boolean =>
  parameters.get("basis") !== "false" || (parameters.get("format") ?? "json") !== "json";

/**
 * For auditors: the decisions of a period, or a random sample of them that a seed makes repeatable, as JSON, CSV or
 * XLSX. `values=words` has the tables in the reader's language.
 */
export const getReviewDecisions = route(
  "GET /api/review/decisions",
  {
    access: "reviews.read",
    audit: "review_decisions.exported",
    isRecorded: isExport,
    perMinute: 30,
    query: decisionsAsked,
  },
  async ({ query: { format, values, ...period }, audit, user }) => {
    const basis = period.basis && (format === "json" || values === "codes");
    const { items, ...rest } = await coveredFor(user.role, await listDecisions({ ...period, basis }));
    const { from, to, sample, seed, exception, user: officer, resolution, together } = period;
    const filter = { exception, officer, resolution, together, ...(sample === null ? {} : { sample, seed }) };
    const applied = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== null));
    audit.add({ after: { from, to, format, ...applied, rows: items.length } });
    if (format === "json") return { items, ...rest, sample, seed };
    const sheet =
      values === "codes"
        ? decisionsAsCodes(items)
        : decisionsAsWords(items, await preferredLocale(), await decisionsZone());
    const { body } = format === "csv" ? csvExport(sheet) : xlsxExport([sheet]);
    const day = new Date().toISOString().slice(0, 10);
    return new Response(body, { headers: downloadHeaders(`cotejo-decisions-${day}`, format) });
  },
);
