import { requestParams } from "#lib/contract/privacy/arco-input.ts";
import { route } from "#lib/server/http/route.ts";
import { whoSaw } from "#lib/server/privacy/arco/openings.ts";

/** Who saw the data of the people that the request is about, for its answer. */
export const GET = route(
  { access: "privacy.requests", params: requestParams, limit: { calls: 30, seconds: 60 } },
  ({ params, actor }) => whoSaw(params.request_id, actor),
);
