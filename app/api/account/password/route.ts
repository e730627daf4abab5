import { passwordChange } from "#lib/contract/access/access-input.ts";
import { changePassword } from "#lib/server/access/account.ts";
import { sessionCookie } from "#lib/server/access/session.ts";
import { actorOf } from "#lib/server/audit/actor.ts";
import { route } from "#lib/server/http/route.ts";

/**
 * Asks for the old password itself, and for the code of a user with a second factor. Writes entries of its own: one
 * that is refused has a reason.
 */
export const POST = route(
  { access: "account.own", stepUp: true, body: passwordChange, audit: null },
  async ({ request, body, session }) => {
    const cookie = await sessionCookie();
    cookie.id = await changePassword({ session, actor: actorOf(request, session), change: body });
    await cookie.save();
  },
);
