import { userParams } from "#lib/contract/fields.ts";
import { renewLink } from "#lib/server/access/change-users.ts";
import { json, route } from "#lib/server/http/route.ts";

/** A new invitation, or a reset of the password alone; the link is answered once. */
export const POST = route(
  { access: "users.manage", stepUp: true, params: userParams, audit: "user.link_renewed" },
  async ({ params: { user_id: id }, session, audit }) => {
    const link = await renewLink({ id, by: session.user.id });
    audit.add({ after: { purpose: link.purpose } });
    return json(link, 201);
  },
);
