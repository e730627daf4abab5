import { sessionParams } from "#lib/contract/fields.ts";
import { endSession } from "#lib/server/access/sessions.ts";
import { notFound } from "#lib/server/base/errors.ts";
import { database } from "#lib/server/db/database.ts";
import { route } from "#lib/server/http/route.ts";

/** Ends a session of the caller; 404 for another user's. */
export const DELETE = route(
  { access: "account.own", stepUp: true, params: sessionParams, audit: "session.ended" },
  async ({ params: { session_id }, session }) => {
    if (!(await endSession(database().pool, session.user.id, session_id))) throw notFound("This session");
  },
);
