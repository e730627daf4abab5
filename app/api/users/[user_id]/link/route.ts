import { z } from "zod";
import { newLink } from "#lib/contract/access/user-input.ts";
import { renewLink } from "#lib/server/access/change-users.ts";
import { unauthorized } from "#lib/server/errors.ts";
import { json, route } from "#lib/server/route.ts";

const params = z.object({ user_id: z.uuid() });

/** An invitation anew, or a reset; the link is answered once. */
export const POST = route(
  { access: "users.manage", stepUp: true, params, body: newLink, audit: "user.link_renewed" },
  async ({ params: { user_id: id }, body: { remove_second_factor: removeFactor }, session, audit }) => {
    if (!session) throw unauthorized();
    const link = await renewLink({ id, removeFactor, by: session.user.id });
    audit.add({ after: { purpose: link.purpose, second_factor_removed: removeFactor } });
    return json(link, 201);
  },
);
