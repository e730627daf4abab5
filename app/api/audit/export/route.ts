import { AUDIT_FILTER } from "#lib/contract/audit/audit-filter.ts";
import { auditTable } from "#lib/server/audit/export.ts";
import { filterQuery } from "#lib/server/http/page-parameters.ts";
import { route } from "#lib/server/http/route.ts";
import { csvExport } from "#lib/server/tables/csv.ts";
import { downloadHeaders } from "#lib/server/tables/download.ts";

/**
 * The matches of the filter as streamed CSV. An unreadable parameter is refused: an export must not hold more rows than
 * requested.
 */
export const GET = route(
  {
    access: "audit.read",
    audit: "audit.exported",
    limit: { calls: 10, seconds: 60 },
    query: filterQuery(AUDIT_FILTER),
  },
  async ({ request, query: { filter }, session, audit }) => {
    const narrowed = AUDIT_FILTER.write(filter);
    if (narrowed.size > 0) audit.add({ after: { filter: narrowed.toString() } });
    // The searched text may name a person, so the entry does not record it.
    if (filter.q !== null && !narrowed.has("q")) audit.add({ after: { searched_text: true } });
    const day = new Date().toISOString().slice(0, 10);
    const headers = downloadHeaders(`cotejo-audit-${day}`, "csv");
    // Next calls this handler for HEAD too and never reads the body: the stream would not end.
    if (request.method === "HEAD") return new Response(null, { headers });
    const { body, ended } = csvExport(auditTable({ filter, reader: session.user.role }));
    audit.until(ended.then((rows) => audit.add({ after: rows })));
    return new Response(body, { headers });
  },
);
