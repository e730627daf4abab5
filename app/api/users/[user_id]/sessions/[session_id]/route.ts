import { sessionParams, userParams } from "#lib/contract/fields.ts";
import { endSession } from "#lib/server/access/sessions.ts";
import { notFound } from "#lib/server/base/errors.ts";
import { database } from "#lib/server/db/database.ts";
import { route } from "#lib/server/http/route.ts";

const params = userParams.extend(sessionParams.shape);

export const DELETE = route(
  { access: "users.manage", stepUp: true, params, audit: "user.session_ended" },
  async ({ params: { user_id, session_id } }) => {
    if (!(await endSession(database().pool, user_id, session_id))) throw notFound("This session");
  },
);
