import { relationEndInput } from "#lib/contract/custody/custody-input.ts";
import { verificationParams } from "#lib/contract/fields.ts";
import { setRelationEnd } from "#lib/server/custody/relation-end.ts";
import { route } from "#lib/server/http/route.ts";

/** Sets the end of the business relation of a decided file: the retention period counts from that day if it is later. */
export const PUT = route(
  {
    access: "reviews.decide",
    audit: "verification.relation_ended",
    params: verificationParams,
    body: relationEndInput,
  },
  async ({ params, body, audit }) => {
    const { before, custody } = await setRelationEnd({ ...params, ...body });
    audit.add({ before: { ended_on: before }, after: body });
    return custody;
  },
);
