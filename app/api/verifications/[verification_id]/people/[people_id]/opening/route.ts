import { openingReason } from "#lib/contract/need-to-know/need-to-know-input.ts";
import { personParams } from "#lib/contract/people/people-input.ts";
import { route } from "#lib/server/http/route.ts";
import { openWithReason } from "#lib/server/need-to-know/reasons.ts";

/** Why the caller opens this person: recorded as the opening, which the data and the PDF then follow. */
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
