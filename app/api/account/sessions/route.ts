import { endSessions, listSessions } from "#lib/server/access/sessions.ts";
import { database } from "#lib/server/db/database.ts";
import { route } from "#lib/server/http/route.ts";

export const GET = route({ access: "account.own" }, async ({ session }) => {
  return listSessions({ userId: session.user.id, current: session.idHash });
});

/** Ends all other sessions of the caller. */
export const DELETE = route(
  { access: "account.own", stepUp: true, audit: "sessions.ended" },
  async ({ session, audit }) => {
    const ended = await endSessions(database().pool, session.user.id, session.idHash);
    audit.add({ ids: { user_id: session.user.id }, after: { ended } });
  },
);
