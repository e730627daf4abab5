import { z } from "zod";
import { route } from "#lib/edge/server/http/route.ts";
import { CotejoError } from "#lib/platform/server/base/errors.ts";
import { PAGE } from "#lib/platform/server/http/page-parameters.ts";
import { preferredLocale } from "#lib/platform/server/i18n/preferences.ts";
import { packageQuery, periodInput } from "#lib/records/contract/evidence/package-input.ts";
import { consistencyQuery, inclusionQuery } from "#lib/records/contract/evidence/proofs.ts";
import { openPackage } from "#lib/records/server/evidence/package/open.ts";
import { openPeriod } from "#lib/records/server/evidence/package/period.ts";
import { proveConsistency, proveInclusion, readHead } from "#lib/records/server/evidence/proofs.ts";
import { readEvidenceState } from "#lib/records/server/evidence/state.ts";
import { listTimestamps, readTimestampOf } from "#lib/records/server/evidence/timestamps.ts";

/** The newest head, the entries that are not sealed yet, and the sent heads. */
export const getEvidence = route("GET /api/evidence", { access: "evidence.read" }, () => readEvidenceState());

/** The proof that the log of `first` entries is the beginning of that of `second`. */
export const getEvidenceConsistency = route(
  "GET /api/evidence/consistency",
  { access: "evidence.read", token: true, query: consistencyQuery },
  ({ query }) => proveConsistency(query),
);

/** The newest head of the evidence log with its signature and public key. */
export const getEvidenceHead = route("GET /api/evidence/head", { access: "evidence.read", token: true }, () =>
  readHead(),
);

/** The proof that the entry `index` is in the log of `size` entries. */
export const getEvidenceInclusion = route(
  "GET /api/evidence/inclusion",
  { access: "evidence.read", token: true, query: inclusionQuery },
  ({ query }) => proveInclusion(query),
);

/**
 * A ZIP with the evidence package of each file decided in a period, streamed while it is made. `X-Evidence-Files` is the number
 * of packages.
 */
export const postEvidencePackages = route(
  "POST /api/evidence/packages",
  { access: "evidence.read", audit: "evidence_package.period_made", perMinute: 10, body: periodInput },
  async ({ body: { language, ...period }, session, actor, audit }) => {
    audit.add({ after: period });
    const asked = { ...period, language: language ?? (await preferredLocale()) };
    const { body, ended, files } = await openPeriod(asked, session.user, actor);
    audit.until(ended.then(() => audit.add({ after: { count: files } })));
    return new Response(body, {
      headers: {
        "content-type": "application/zip",
        "content-disposition": `attachment; filename="evidence-${period.from.slice(0, 10)}-${period.to.slice(0, 10)}.zip"`,
        "cache-control": "no-store, no-transform",
        "x-accel-buffering": "no",
        "x-content-type-options": "nosniff",
        "x-evidence-files": String(files),
      },
    });
  },
);

/** The sent heads with their time stamps, newest first. */
export const getEvidenceTimestamps = route(
  "GET /api/evidence/timestamps",
  { access: "evidence.read", token: true, query: z.strictObject(PAGE) },
  ({ query }) => listTimestamps(query),
);

/** The authority's time stamp response for a sent head, unchanged (RFC 3161). */
export const getEvidenceTimestamp = route(
  "GET /api/evidence/timestamps/{timestamp_id}",
  { access: "evidence.read", token: true },
  async ({ params }) => {
    const { response, size } = await readTimestampOf(params.timestamp_id);
    return new Response(new Uint8Array(response), {
      headers: {
        "content-type": "application/timestamp-reply",
        "content-disposition": `attachment; filename="head-${size}.tsr"`,
        "cache-control": "no-store",
      },
    });
  },
);

const TYPES = { zip: "application/zip", html: "text/html; charset=utf-8" };

/**
 * The evidence package of a file: `format=zip` or `html`, `language`, `notes` by their kinds, repeated or separated by
 * commas, and `people=whole` with a `reason`. A blocked file needs a reason too.
 */
export const getEvidenceVerification = route(
  "GET /api/evidence/verifications/{verification_id}",
  { access: "evidence.read", token: true, audit: "evidence_package.made", perMinute: 30, query: packageQuery },
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
