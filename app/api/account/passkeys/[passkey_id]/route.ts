import { z } from "zod";
import { removePasskey } from "#lib/server/access/own-passkeys.ts";
import { route } from "#lib/server/http/route.ts";

const params = z.object({ passkey_id: z.uuid() });

/** 404 for a passkey of another user. */
export const DELETE = route(
  { access: "account.own", stepUp: true, params, audit: "passkey.removed" },
  async ({ params: { passkey_id }, session, audit }) => {
    audit.add({ ids: { user_id: session.user.id } });
    await removePasskey(session, passkey_id);
  },
);
