import { channelParams } from "#lib/contract/fields.ts";
import { retryFailed } from "#lib/server/channels/sendings.ts";
import { json, route } from "#lib/server/http/route.ts";

export const POST = route(
  { access: "channels.manage", audit: "sendings.retried", params: channelParams },
  async ({ params: { channel_id }, audit }) => {
    const answer = await retryFailed(channel_id);
    audit.add({ after: answer });
    return json(answer, 202);
  },
);
