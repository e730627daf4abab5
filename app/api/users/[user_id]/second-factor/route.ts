import { z } from "zod";
import { removeFactorOf } from "#lib/server/access/change-users.ts";
import { unauthorized } from "#lib/server/base/errors.ts";
import { route } from "#lib/server/http/route.ts";

const params = z.object({ user_id: z.uuid() });

/** For who has lost it. */
export const DELETE = route(
  { access: "users.manage", stepUp: true, params, audit: "user.second_factor_removed" },
  async ({ params: { user_id: id }, session }) => {
    if (!session) throw unauthorized();
    await removeFactorOf({ id, by: session.user.id });
    return new Response(null, { status: 204 });
  },
);
