import { z } from "zod";
import { verificationParams } from "#lib/contract/fields.ts";
import { VERIFICATION_EVENT_KINDS } from "#lib/contract/verifications/activity.ts";
import { route } from "#lib/server/http/route.ts";
import { listVerificationEvents } from "#lib/server/verifications/events.ts";

/** An unknown kind would answer an empty feed or the feed of another kind. */
const query = z.strictObject({
  kind: z.enum(VERIFICATION_EVENT_KINDS).nullable().default(null),
  cursor: z.string().optional(),
});

export const GET = route({ access: "verifications.read", params: verificationParams, query }, ({ params, query }) =>
  listVerificationEvents({ ...params, ...query }),
);
