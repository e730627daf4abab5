import { renewRecoveryCodes } from "#lib/server/access/second-factor.ts";
import { json, route } from "#lib/server/http/route.ts";

/** Ten new codes in place of the old, answered once. */
export const POST = route(
  { access: "account.own", stepUp: true, audit: "recovery_codes.made" },
  async ({ session, audit }) => {
    audit.add({ ids: { user_id: session.user.id } });
    return json({ recovery_codes: await renewRecoveryCodes(session.user.id) }, 201);
  },
);
