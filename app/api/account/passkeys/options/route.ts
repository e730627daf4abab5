import { beginPasskey } from "#lib/server/access/own-passkeys.ts";
import { json, route } from "#lib/server/http/route.ts";

/** Options with which the browser makes a passkey. Their challenge is the only change, so the trail has no entry. */
export const POST = route({ access: "account.own", stepUp: true, audit: null }, async ({ session }) =>
  json(await beginPasskey(session), 201),
);
