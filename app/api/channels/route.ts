import { newChannel } from "#lib/contract/channels/channel-input.ts";
import { channelFacts } from "#lib/server/channels/audit-facts.ts";
import { createChannel } from "#lib/server/channels/commands.ts";
import { listChannels } from "#lib/server/channels/read.ts";
import { json, route } from "#lib/server/http/route.ts";

export const GET = route({ access: "channels.read" }, () => listChannels());

/** Answers the signing secret of a webhook, once. */
export const POST = route(
  { access: "channels.manage", stepUp: true, audit: "channel.created", body: newChannel },
  async ({ body, session, audit }) => {
    const created = await createChannel(body, { user_id: session.user.id, session_hash: session.idHash });
    audit.add({ ids: { channel_id: created.channel_id }, after: channelFacts(created) });
    return json(created, 201);
  },
);
