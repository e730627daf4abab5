import { enrolmentConfirmation } from "#lib/contract/access/access-input.ts";
import { confirmEnrolment } from "#lib/server/access/second-factor.ts";
import { json, route } from "#lib/server/http/route.ts";

/** The first code of a new authenticator. Answers the recovery codes, once. */
export const POST = route(
  { access: "account.own", stepUp: true, body: enrolmentConfirmation, audit: "second_factor.added" },
  async ({ session, body, audit }) => {
    audit.add({ ids: { user_id: session.user.id } });
    const { user, idHash } = session;
    return json({ recovery_codes: await confirmEnrolment({ user, idHash, code: body.code }) }, 201);
  },
);
