import { packageParams, packageQuery } from "#lib/contract/evidence/package-input.ts";
import { CotejoError } from "#lib/server/base/errors.ts";
import { openPackage } from "#lib/server/evidence/package/open.ts";
import { route } from "#lib/server/http/route.ts";
import { preferredLocale } from "#lib/server/i18n/preferences.ts";

const TYPES = { zip: "application/zip", html: "text/html; charset=utf-8" };

/**
 * The evidence package of a file: `format=zip` or `html`, `language`, `notes` by their kinds, repeated or separated by
 * commas, and `people=whole` with a `reason`. A blocked file needs a reason too.
 */
export const GET = route(
  {
    access: "evidence.read",
    token: true,
    audit: "evidence_package.made",
    limit: { calls: 30, seconds: 60 },
    params: packageParams,
    query: packageQuery,
  },
  async ({ request, query, params: { verification_id }, user, session, actor, audit }) => {
    const { language = await preferredLocale(), ...asked } = query;
    audit.add({ after: { ...asked, language } });
    if (asked.people === "whole" && !session)
      throw new CotejoError("FORBIDDEN", 403, "Service tokens get people shortened.");
    const headers = {
      "content-type": TYPES[asked.format],
      "content-disposition": `attachment; filename="evidence-${verification_id.replaceAll(/[^\w.-]/g, "_")}.${asked.format}"`,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    };
    // Next calls this handler for HEAD too: no data is read then.
    if (request.method === "HEAD") return new Response(null, { headers });
    const { body, ended, entries } = await openPackage({ ...asked, language, verification_id }, user, actor);
    audit.until(ended.then(() => audit.add({ after: { count: entries } })));
    return new Response(body, { headers });
  },
);
