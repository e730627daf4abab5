import { requestParams } from "#lib/contract/privacy/arco-input.ts";
import { route } from "#lib/server/http/route.ts";
import { whoSaw } from "#lib/server/privacy/arco/openings.ts";

/** The openings of the data of a request's people, for the letter with the answer. */
export const GET = route(
  { access: "privacy.requests", params: requestParams, limit: { calls: 30, seconds: 60 } },
  ({ params, actor }) => whoSaw(params.request_id, actor),
);
