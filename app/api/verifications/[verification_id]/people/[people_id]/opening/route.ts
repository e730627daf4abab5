import { openingReason } from "#lib/contract/need-to-know/need-to-know-input.ts";
import { personParams } from "#lib/contract/people/people-input.ts";
import { route } from "#lib/server/http/route.ts";
import { openWithReason } from "#lib/server/people/opening-reasons.ts";

/** Records the caller's reason as an opening, which covers later requests for the person's data and PDF. */
export const POST = route(
  {
    access: "people.read",
    audit: null,
    limit: { calls: 60, seconds: 60 },
    params: personParams,
    body: openingReason,
  },
  ({ params, body, actor }) => openWithReason({ ...params, ...body }, actor),
);
