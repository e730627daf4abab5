import { coveredFor } from "#lib/core/server/need-to-know/cover.ts";
import { newSample, sampleFormat, sampleResult, sampleSignOff } from "#lib/desk/contract/review/sample-input.ts";
import { drawSample, enterResult, listSamples, readSheet, signSample } from "#lib/desk/server/review/samples.ts";
import { sampleSheets } from "#lib/desk/server/review/samples-table.ts";
import { json, route } from "#lib/edge/server/http/route.ts";
import { preferredLocale } from "#lib/platform/server/i18n/preferences.ts";
import { csvExport } from "#lib/platform/server/tables/csv.ts";
import { downloadHeaders } from "#lib/platform/server/tables/download.ts";
import { xlsxExport } from "#lib/platform/server/tables/xlsx.ts";

/** The drawn samples of decisions, newest first. */
export const getReviewSamples = route("GET /api/review/samples", { access: "samples.review" }, () => listSamples());

/** Draws a sample of the decisions of a period and stores it. */
export const postReviewSamples = route(
  "POST /api/review/samples",
  { access: "samples.review", audit: "review_sample.drawn", body: newSample, perMinute: 20 },
  async ({ body, user, audit }) => {
    const { sample_id, ...drawn } = await drawSample(body, user);
    const { from, to, exception, user: officer, resolution, together } = body;
    const filter = Object.entries({ exception, officer, resolution, together }).filter(([, value]) => value !== null);
    audit.add({ ids: { sample_id }, after: { from, to, ...Object.fromEntries(filter), ...drawn } });
    return json({ sample_id }, 201);
  },
);

/** The worksheet of a sample; as a file in the reader's language. */
export const getReviewSample = route(
  "GET /api/review/samples/{sample_id}",
  {
    access: "samples.review",
    audit: "review_sample.exported",
    isRecorded: (parameters) => (parameters.get("format") ?? "json") !== "json",
    query: sampleFormat,
    perMinute: 120,
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

/** Enters the result of a sampled decision. The note stays in the worksheet: the audit trail has no texts. */
export const putReviewSampleResult = route(
  "PUT /api/review/samples/{sample_id}/results/{entry_id}",
  { access: "samples.review", audit: "review_sample.reviewed", body: sampleResult },
  async ({ params, body, user, audit }) => {
    const { verification_id, before } = await enterResult({ ...params, ...body }, user);
    const { entry_id } = params;
    audit.add({ ids: { verification_id }, before: { result: before }, after: { entry_id, result: body.result } });
  },
);

/** Signs the worksheet in the state that the digest names; its results can't be changed afterwards. */
export const postReviewSampleSignOff = route(
  "POST /api/review/samples/{sample_id}/sign-off",
  { access: "samples.review", stepUp: true, audit: "review_sample.signed", body: sampleSignOff, perMinute: 10 },
  async ({ params: { sample_id }, body: { digest }, user, audit }) => {
    audit.add({ after: { digest } });
    audit.add({ after: await signSample(sample_id, digest, user) });
  },
);
