import { passwordChange } from "#lib/contract/access/access-input.ts";
import { changePassword } from "#lib/server/access/account.ts";
import { sessionCookie } from "#lib/server/access/session.ts";
import { route } from "#lib/server/http/route.ts";

/**
 * Requires the old password itself, and the code of a user with a second factor. Writes its own entries, with the
 * reason of a refusal.
 */
export const POST = route(
  { access: "account.own", stepUp: true, body: passwordChange, audit: null },
  async ({ actor, body, session }) => {
    const token = await changePassword({ session, actor, change: body });
    await (await sessionCookie()).renew(token);
  },
);
