import { confirmation } from "#lib/contract/access/access-input.ts";
import { sessionCookie } from "#lib/server/access/session.ts";
import { stepUp } from "#lib/server/access/verify-person.ts";
import { route } from "#lib/server/http/route.ts";

/** Step-up by the password, for keys, secrets and users. Writes its own audit entries: a refusal has a reason. */
export const POST = route(
  { access: "account.own", body: confirmation, audit: null },
  async ({ actor, body, session }) => {
    const token = await stepUp({ session, actor, confirmation: body });
    await (await sessionCookie()).renew(token);
  },
);
