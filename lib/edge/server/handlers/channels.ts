import { webhookFacts } from "#lib/core/server/webhooks/audit-facts.ts";
import { json, route } from "#lib/edge/server/http/route.ts";
import type { Channel } from "#lib/outbound/contract/channels/channel.ts";
import { channelChange, newChannel } from "#lib/outbound/contract/channels/channel-input.ts";
import {
  changeChannel,
  createChannel,
  deleteChannel as removeChannel,
} from "#lib/outbound/server/channels/commands.ts";
import { listChannels, listSendings } from "#lib/outbound/server/channels/read.ts";
import { retryFailed, retrySending, sendTest } from "#lib/outbound/server/channels/sendings.ts";
import { replaceSecret } from "#lib/outbound/server/channels/signing-secret.ts";

export const getChannels = route("GET /api/channels", { access: "channels.read" }, () => listChannels());

/** Answers the signing secret of a webhook, once. */
export const postChannels = route(
  "POST /api/channels",
  { access: "channels.manage", stepUp: true, audit: "channel.created", body: newChannel },
  async ({ body, session, audit }) => {
    const created = await createChannel(body, { user_id: session.user.id, session_hash: session.idHash });
    audit.add({ ids: { channel_id: created.channel_id }, after: channelFacts(created) });
    return json(created, 201);
  },
);

export const patchChannel = route(
  "PATCH /api/channels/{channel_id}",
  { access: "channels.manage", stepUp: true, audit: "channel.changed", body: channelChange },
  async ({ params: { channel_id }, body, audit }) => {
    const { before, after } = await changeChannel(channel_id, body);
    audit.add({ before: channelFacts(before), after: channelFacts(after) });
    return after;
  },
);

/** Deletes a channel with its messages; waiting ones are never sent. */
export const deleteChannel = route(
  "DELETE /api/channels/{channel_id}",
  { access: "channels.manage", stepUp: true, audit: "channel.deleted" },
  async ({ params: { channel_id }, audit }) => {
    audit.add({ before: channelFacts(await removeChannel(channel_id)) });
  },
);

/** Answers a new signing secret, once; the previous secret signs too for a day. */
export const postChannelSecret = route(
  "POST /api/channels/{channel_id}/secret",
  { access: "channels.manage", stepUp: true, audit: "channel_secret.replaced" },
  async ({ params: { channel_id }, session, audit }) => {
    const replaced = await replaceSecret({ channel_id, session_hash: session.idHash });
    audit.add({ after: { overlap_until: replaced.overlap_until } });
    return json(replaced, 201);
  },
);

export const getChannelSendings = route(
  "GET /api/channels/{channel_id}/sendings",
  { access: "channels.read" },
  ({ params: { channel_id } }) => listSendings(channel_id),
);

export const postChannelSendingsRetry = route(
  "POST /api/channels/{channel_id}/sendings/retry",
  { access: "channels.manage", audit: "sendings.retried" },
  async ({ params: { channel_id }, audit }) => {
    const answer = await retryFailed(channel_id);
    audit.add({ after: answer });
    return json(answer, 202);
  },
);

export const postChannelSendingRetry = route(
  "POST /api/channels/{channel_id}/sendings/{sending_id}/retry",
  { access: "channels.manage", audit: "sending.retried" },
  async ({ params }) => retrySending(params),
);

/** Queues a test message; its outcome is in the list of sendings. */
export const postChannelTest = route(
  "POST /api/channels/{channel_id}/test",
  { access: "channels.manage", audit: "channel.tested", perMinute: 20 },
  async ({ params: { channel_id } }) => json(await sendTest(channel_id), 202),
);

/** The fields of a channel that the trail keeps: the address as in `webhookFacts`, and the number of recipients. */
const channelFacts = ({ kind, name, url, to, events, locale, paused }: Channel): object => ({
  kind,
  name,
  ...webhookFacts({ url }),
  recipients: to.length,
  events,
  locale,
  paused,
});
