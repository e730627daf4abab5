import { verificationParams } from "#lib/contract/fields.ts";
import { seenInput } from "#lib/contract/review/seen.ts";
import { notFound } from "#lib/server/base/errors.ts";
import { route } from "#lib/server/http/route.ts";
import { markSeen, readSeen } from "#lib/server/review/seen.ts";

/** The marks of the caller's last visit; null without one. */
export const GET = route(
  { access: "verifications.read", params: verificationParams, idle: true },
  async ({ params, session }) => {
    return { previous: await readSeen(params.verification_id, session.user.id) };
  },
);

/** Stores the caller's marks of a verification and answers the previous ones. Sent by pages without user action. */
export const PUT = route(
  {
    access: "verifications.read",
    audit: null,
    limit: { calls: 600, seconds: 60 },
    params: verificationParams,
    body: seenInput,
    idle: true,
  },
  async ({ params, body, session }) => {
    const looked = await markSeen({ ...params, user_id: session.user.id, ...body });
    if (!looked) throw notFound("This verification");
    return looked;
  },
);
