import { z } from "zod";
import { endSession } from "#lib/server/access/sessions.ts";
import { notFound } from "#lib/server/base/errors.ts";
import { database } from "#lib/server/db/database.ts";
import { route } from "#lib/server/http/route.ts";

const params = z.object({ session_id: z.string().regex(/^[0-9a-f]{64}$/) });

/** Ends a session of the caller; 404 for another user's. */
export const DELETE = route(
  { access: "account.own", stepUp: true, params, audit: "session.ended" },
  async ({ params: { session_id }, session }) => {
    if (!(await endSession(database().pool, session.user.id, session_id))) throw notFound("This session");
  },
);
