import { z } from "zod";
import { coveredFor } from "#lib/core/server/need-to-know/cover.ts";
import { json, route } from "#lib/edge/server/http/route.ts";
import { notFound } from "#lib/platform/server/base/errors.ts";
import { preferredLocale } from "#lib/platform/server/i18n/preferences.ts";
import { downloadHeaders } from "#lib/platform/server/tables/download.ts";
import { xlsxExport } from "#lib/platform/server/tables/xlsx.ts";
import { arcoChange, extractQuery, newArcoRequest } from "#lib/records/contract/privacy/arco-input.ts";
import { changeRequest } from "#lib/records/server/privacy/arco/change.ts";
import { readDetail, whoSaw } from "#lib/records/server/privacy/arco/detail.ts";
import { extractKept } from "#lib/records/server/privacy/arco/extract.ts";
import { listRequests, registerRequest } from "#lib/records/server/privacy/arco/register.ts";
import { extractSheets } from "#lib/records/server/privacy/arco/workbook.ts";
import { readCertificate } from "#lib/records/server/privacy/blocking/certificates.ts";
import { listErasures } from "#lib/records/server/privacy/blocking/list.ts";

/** Blocked files, and the certificates of the last erasures. */
export const getErasures = route("GET /api/privacy/erasures", { access: "privacy.read" }, () => listErasures());

/** The certificate of an erasure: kinds and numbers of deleted rows, without the file. */
export const getErasure = route(
  "GET /api/privacy/erasures/{certificate_id}",
  { access: "privacy.read" },
  async ({ params: { certificate_id } }) => {
    const certificate = await readCertificate(certificate_id);
    if (!certificate) throw notFound("This certificate");
    return certificate;
  },
);

export const getPrivacyRequests = route("GET /api/privacy/requests", { access: "privacy.requests" }, () =>
  listRequests(),
);

/** The audit entry has the kinds of the subject's data, and neither name nor CURP. */
export const postPrivacyRequests = route(
  "POST /api/privacy/requests",
  { access: "privacy.requests", audit: "privacy_request.received", perMinute: 60, body: newArcoRequest },
  async ({ body, session, audit }) => {
    const registered = await registerRequest(body, session.user);
    audit.add({
      ids: { request_id: registered.request_id },
      after: { kind: body.kind, subject: Object.keys(body.subject), due_on: registered.due_on },
    });
    return json(registered, 201);
  },
);

const query = z.strictObject({ whole: z.enum(["true", "false"]).optional() });

/** The request, its log, and the stored data about its subject; `whole=true` adds the whole CURP, recorded as an opening. */
export const getPrivacyRequest = route(
  "GET /api/privacy/requests/{request_id}",
  { access: "privacy.requests", query, perMinute: 120 },
  ({ query, params, session, actor }) =>
    readDetail({ ...params, whole: query.whole === "true", role: session.user.role }, actor),
);

/** Extends, answers or executes a request, or adds a note. The audit trail has no texts: they stay in the register. */
export const patchPrivacyRequest = route(
  "PATCH /api/privacy/requests/{request_id}",
  { access: "privacy.requests", audit: "privacy_request.changed", body: arcoChange },
  async ({ params, body, session, audit }) => {
    audit.add({ after: { did: body.action } });
    const changed = await changeRequest(params.request_id, body, session.user);
    audit.add({
      after: {
        state: changed.state,
        ...(body.action === "answer" && { answer: body.outcome }),
        due_on: changed.due_on,
      },
    });
    return changed;
  },
);

/**
 * The stored data about the subject of a request, as JSON or XLSX. `person`, repeatable, chooses people by the keys of
 * the request's answer; the default is people with the same CURP or name.
 */
export const getPrivacyRequestExtract = route(
  "GET /api/privacy/requests/{request_id}/extract",
  {
    access: "privacy.requests",
    stepUp: true,
    audit: "privacy_request.extracted",
    perMinute: 30,
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

/** The openings of the data of a request's people, for the letter with the answer. */
export const getPrivacyRequestOpenings = route(
  "GET /api/privacy/requests/{request_id}/openings",
  { access: "privacy.requests", perMinute: 30 },
  ({ params, actor }) => whoSaw(params.request_id, actor),
);
