import { decisionsAsked } from "#lib/contract/review/review-input.ts";
import { invalid } from "#lib/server/base/errors.ts";
import { route } from "#lib/server/http/route.ts";
import { decisionsAsCsv, listDecisions } from "#lib/server/review/decisions.ts";

/** For auditors: the decisions of a period, or a sample of them that the same seed draws again, as JSON or CSV. */
export const GET = route(
  { access: "reviews.read", audit: "review_decisions.exported", limit: { calls: 30, seconds: 60 } },
  async ({ request, audit }) => {
    const asked = decisionsAsked.safeParse(Object.fromEntries(request.nextUrl.searchParams));
    if (!asked.success) throw invalid(`Invalid ${asked.error.issues[0]?.path.join(".") || "parameters"}.`);
    const { format, ...period } = asked.data;
    const { items, total } = await listDecisions(period);
    const { from, to, sample, seed } = period;
    audit.add({ after: { from, to, ...(sample === null ? {} : { sample, seed }), rows: items.length } });
    if (format === "json") return { items, total, sample, seed };
    const day = new Date().toISOString().slice(0, 10);
    return new Response(decisionsAsCsv(items), {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": `attachment; filename="cotejo-decisions-${day}.csv"`,
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
      },
    });
  },
);
