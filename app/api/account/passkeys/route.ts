import { newPasskey } from "#lib/contract/access/passkey.ts";
import { addPasskey, listPasskeys } from "#lib/server/access/own-passkeys.ts";
import { json, route } from "#lib/server/http/route.ts";

export const GET = route({ access: "account.own" }, ({ session }) => listPasskeys(session));

/** Stores a new passkey. Answers recovery codes, once, if the passkey is the first second factor of the user. */
export const POST = route(
  { access: "account.own", stepUp: true, body: newPasskey, audit: "passkey.added" },
  async ({ session, body, audit }) => {
    const added = await addPasskey(session, body);
    audit.add({ ids: { user_id: session.user.id, passkey_id: added.passkey_id } });
    return json(added, 201);
  },
);
