import { beginPasskey } from "#lib/server/access/own-passkeys.ts";
import { json, route } from "#lib/server/http/route.ts";

/** WebAuthn options for a new passkey. The audit trail has no entry: only the challenge is stored. */
export const POST = route({ access: "account.own", stepUp: true, audit: null }, async ({ session }) =>
  json(await beginPasskey(session), 201),
);
