import type { Channel } from "#lib/contract/channels/channel.ts";
import { webhookFacts } from "#lib/server/audit/command.ts";

/** The fields of a channel that the trail keeps: the address as in `webhookFacts`, and the number of recipients. */
export const channelFacts = ({ kind, name, url, to, events, locale, paused }: Channel): object => ({
  kind,
  name,
  ...webhookFacts({ url }),
  recipients: to.length,
  events,
  locale,
  paused,
});
