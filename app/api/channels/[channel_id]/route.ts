import { channelChange } from "#lib/contract/channels/channel-input.ts";
import { channelParams } from "#lib/contract/fields.ts";
import { channelFacts } from "#lib/server/channels/audit-facts.ts";
import { changeChannel, deleteChannel } from "#lib/server/channels/commands.ts";
import { route } from "#lib/server/http/route.ts";

export const PATCH = route(
  {
    access: "channels.manage",
    stepUp: true,
    audit: "channel.changed",
    params: channelParams,
    body: channelChange,
  },
  async ({ params: { channel_id }, body, audit }) => {
    const { before, after } = await changeChannel(channel_id, body);
    audit.add({ before: channelFacts(before), after: channelFacts(after) });
    return after;
  },
);

/** Deletes a channel with its messages; waiting ones are never sent. */
export const DELETE = route(
  { access: "channels.manage", stepUp: true, audit: "channel.deleted", params: channelParams },
  async ({ params: { channel_id }, audit }) => {
    audit.add({ before: channelFacts(await deleteChannel(channel_id)) });
  },
);
