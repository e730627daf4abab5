import { z } from "zod";
import { endSessions, listSessions } from "#lib/server/access/sessions.ts";
import { database } from "#lib/server/db/database.ts";
import { route } from "#lib/server/http/route.ts";

const params = z.object({ user_id: z.uuid() });

export const GET = route({ access: "users.manage", params }, ({ params: { user_id: userId }, session }) =>
  listSessions({ userId, current: session?.idHash ?? null }),
);

export const DELETE = route(
  { access: "users.manage", stepUp: true, params, audit: "user.sessions_ended" },
  async ({ params: { user_id }, audit }) => {
    audit.add({ after: { ended: await endSessions(database().pool, user_id) } });
    return new Response(null, { status: 204 });
  },
);
