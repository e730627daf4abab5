import { z } from "zod";
import { may } from "#lib/contract/access/permissions.ts";
import { verificationParams } from "#lib/contract/fields.ts";
import { VERIFICATION_EVENT_KINDS } from "#lib/contract/verifications/activity.ts";
import { PAGE } from "#lib/server/http/page-parameters.ts";
import { route } from "#lib/server/http/route.ts";
import { listVerificationEvents } from "#lib/server/verifications/events.ts";

/** An unknown kind would answer an empty feed or the feed of another kind. */
const query = z.strictObject({
  kind: z.enum(VERIFICATION_EVENT_KINDS).nullable().default(null),
  ...PAGE,
});

/** For every reader; the payloads are for users who may read deliveries. */
export const GET = route(
  { access: "verifications.read", params: verificationParams, query },
  ({ params, query, session }) =>
    listVerificationEvents({ ...params, ...query, payloads: may(session.user.role, "deliveries.manage") }),
);
