import { extractQuery, requestParams } from "#lib/contract/privacy/arco-input.ts";
import { route } from "#lib/server/http/route.ts";
import { preferredLocale } from "#lib/server/i18n/preferences.ts";
import { coveredFor } from "#lib/server/need-to-know/cover.ts";
import { extractKept } from "#lib/server/privacy/arco/extract.ts";
import { extractSheets } from "#lib/server/privacy/arco/workbook.ts";
import { downloadHeaders } from "#lib/server/tables/download.ts";
import { xlsxExport } from "#lib/server/tables/xlsx.ts";

/**
 * The stored data about the subject of a request, as JSON or XLSX. `person`, repeatable, chooses people by the keys of
 * the request's answer; the default is people with the same CURP or name.
 */
export const GET = route(
  {
    access: "privacy.requests",
    stepUp: true,
    audit: "privacy_request.extracted",
    limit: { calls: 30, seconds: 60 },
    params: requestParams,
    query: extractQuery,
  },
  async ({ request, query: { format, person }, params: { request_id }, session, audit, actor }) => {
    const headers = downloadHeaders(`arco-${request_id}`, format);
    // Next calls this handler for HEAD too: no data is read then.
    if (request.method === "HEAD") return new Response(null, { headers });
    const { role } = session.user;
    const extract = await coveredFor(
      role,
      await extractKept({ request_id, keys: person, officer: session.user, role }, actor),
    );
    const verification_ids = extract.files.map(({ verification_id }) => verification_id);
    audit.add({ ids: { verification_ids }, after: { format, count: extract.people.length } });
    if (format === "json") return new Response(`${JSON.stringify(extract, null, 2)}\n`, { headers });
    const { body, ended } = xlsxExport(extractSheets(extract, await preferredLocale()));
    audit.until(ended.then((rows) => audit.add({ after: rows })));
    return new Response(body, { headers });
  },
);
