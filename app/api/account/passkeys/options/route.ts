import { beginPasskey } from "#lib/server/access/own-passkeys.ts";
import { json, route } from "#lib/server/http/route.ts";

/** What the browser needs to make a passkey. Nothing is changed but a challenge, so no command. */
export const POST = route({ access: "account.own", stepUp: true, audit: null }, async ({ session }) =>
  json(await beginPasskey(session), 201),
);
