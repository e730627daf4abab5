import { channelParams } from "#lib/contract/fields.ts";
import { replaceSecret } from "#lib/server/channels/signing-secret.ts";
import { json, route } from "#lib/server/http/route.ts";

/** Answers a new signing secret, once; the previous secret signs too for a day. */
export const POST = route(
  { access: "channels.manage", stepUp: true, audit: "channel_secret.replaced", params: channelParams },
  async ({ params: { channel_id }, session, audit }) => {
    const replaced = await replaceSecret({ channel_id, session_hash: session.idHash });
    audit.add({ after: { overlap_until: replaced.overlap_until } });
    return json(replaced, 201);
  },
);
