import { userParams } from "#lib/contract/fields.ts";
import { removeFactorOf } from "#lib/server/access/change-users.ts";
import { route } from "#lib/server/http/route.ts";

/** For users who have lost their second factor. */
export const DELETE = route(
  { access: "users.manage", stepUp: true, params: userParams, audit: "user.second_factor_removed" },
  async ({ params: { user_id: id }, session }) => {
    await removeFactorOf({ id, by: session.user.id });
  },
);
