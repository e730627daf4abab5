import { beginEnrolment, removeOwnSecondFactor } from "#lib/server/access/second-factor.ts";
import { json, route } from "#lib/server/http/route.ts";

/** Answers a secret for an authenticator, once. */
export const POST = route(
  { access: "account.own", stepUp: true, audit: "second_factor.begun" },
  async ({ session, audit }) => {
    audit.add({ ids: { user_id: session.user.id } });
    return json(await beginEnrolment(session.user), 201);
  },
);

export const DELETE = route(
  { access: "account.own", stepUp: true, audit: "second_factor.removed" },
  async ({ session, audit }) => {
    audit.add({ ids: { user_id: session.user.id } });
    await removeOwnSecondFactor(session.user.id);
  },
);
