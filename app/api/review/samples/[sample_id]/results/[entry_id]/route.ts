import { sampledParams, sampleResult } from "#lib/contract/review/sample-input.ts";
import { route } from "#lib/server/http/route.ts";
import { enterResult } from "#lib/server/review/samples.ts";

/** Enters the result of a sampled decision. The note stays in the worksheet: the audit trail has no texts. */
export const PUT = route(
  { access: "samples.review", audit: "review_sample.reviewed", params: sampledParams, body: sampleResult },
  async ({ params, body, user, audit }) => {
    const { verification_id, before } = await enterResult({ ...params, ...body }, user);
    const { entry_id } = params;
    audit.add({ ids: { verification_id }, before: { result: before }, after: { entry_id, result: body.result } });
  },
);
