import { timesOf } from "#lib/server/access/session.ts";
import { sessionSeconds } from "#lib/server/access/session-seal.ts";
import { route } from "#lib/server/http/route.ts";

/** The user is active on a page that makes no requests. No command: the call itself is the message. */
export const POST = route({ access: "account.own", audit: null }, async ({ session }) => {
  // As it is now: it was read before it was marked.
  return { session: timesOf({ ...session, idleIn: sessionSeconds().idle }) };
});
