import { z } from "zod";
import { renewLink } from "#lib/server/access/change-users.ts";
import { unauthorized } from "#lib/server/base/errors.ts";
import { json, route } from "#lib/server/http/route.ts";

const params = z.object({ user_id: z.uuid() });

/** An invitation anew, or a reset of the password alone; the link is answered once. */
export const POST = route(
  { access: "users.manage", stepUp: true, params, audit: "user.link_renewed" },
  async ({ params: { user_id: id }, session, audit }) => {
    if (!session) throw unauthorized();
    const link = await renewLink({ id, by: session.user.id });
    audit.add({ after: { purpose: link.purpose } });
    return json(link, 201);
  },
);
