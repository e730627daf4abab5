import { timesOf } from "#lib/server/access/session.ts";
import { sessionSeconds } from "#lib/server/access/session-seal.ts";
import { route } from "#lib/server/http/route.ts";

/** The user is active on a page that makes no requests. No command: the call itself is the message. */
export const POST = route({ access: "account.own", audit: null }, async ({ session }) => {
  // `session` was read before this request extended it.
  return { session: timesOf({ ...session, idleIn: sessionSeconds().idle }) };
});
