import { channelParams } from "#lib/contract/fields.ts";
import { sendTest } from "#lib/server/channels/sendings.ts";
import { json, route } from "#lib/server/http/route.ts";

/** Queues a test message; its outcome is in the list of sendings. */
export const POST = route(
  {
    access: "channels.manage",
    audit: "channel.tested",
    params: channelParams,
    limit: { calls: 20, seconds: 60 },
  },
  async ({ params: { channel_id } }) => json(await sendTest(channel_id), 202),
);
