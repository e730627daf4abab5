import { userParams } from "#lib/contract/fields.ts";
import { endSessions, listSessions } from "#lib/server/access/sessions.ts";
import { database } from "#lib/server/db/database.ts";
import { route } from "#lib/server/http/route.ts";

export const GET = route({ access: "users.manage", params: userParams }, ({ params: { user_id: userId }, session }) =>
  listSessions({ userId, current: session.idHash }),
);

export const DELETE = route(
  { access: "users.manage", stepUp: true, params: userParams, audit: "user.sessions_ended" },
  async ({ params: { user_id }, audit }) => {
    audit.add({ after: { ended: await endSessions(database().pool, user_id) } });
  },
);
