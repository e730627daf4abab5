import { timesOf } from "#lib/server/access/session.ts";
import { sessionSeconds } from "#lib/server/access/session-seal.ts";
import { unauthorized } from "#lib/server/base/errors.ts";
import { route } from "#lib/server/http/route.ts";

/** Somebody does something on a page that asks for nothing. No command: that it is called is all of it. */
export const POST = route({ access: "account.own", audit: null }, async ({ session }) => {
  if (!session) throw unauthorized();
  // As it is now: it was read before it was marked.
  return { session: timesOf({ ...session, idleIn: sessionSeconds().idle }) };
});
