import { z } from "zod";
import { endSession } from "#lib/server/access/sessions.ts";
import { notFound } from "#lib/server/base/errors.ts";
import { database } from "#lib/server/db/database.ts";
import { route } from "#lib/server/http/route.ts";

const params = z.object({ user_id: z.uuid(), session_id: z.string().regex(/^[0-9a-f]{64}$/) });

export const DELETE = route(
  { access: "users.manage", stepUp: true, params, audit: "user.session_ended" },
  async ({ params: { user_id, session_id } }) => {
    if (!(await endSession(database().pool, user_id, session_id))) throw notFound("This session");
  },
);
