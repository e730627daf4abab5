import type {
  Channel,
  ChannelList,
  CreatedChannel,
  ReplacedSecret,
  SendingList,
} from "#lib/outbound/contract/channels/channel.ts";
import type { channelChange, newChannel } from "#lib/outbound/contract/channels/channel-input.ts";
import { answers } from "#lib/platform/contract/endpoint.ts";

export const CHANNELS_API = {
  "GET /api/channels": answers<ChannelList>(),
  "POST /api/channels": answers<CreatedChannel, typeof newChannel>(),
  "PATCH /api/channels/{channel_id}": answers<Channel, typeof channelChange>(),
  "DELETE /api/channels/{channel_id}": answers<void>(),
  "POST /api/channels/{channel_id}/secret": answers<ReplacedSecret>(),
  "GET /api/channels/{channel_id}/sendings": answers<SendingList>(),
  "POST /api/channels/{channel_id}/sendings/retry": answers<{ retried: number }>(),
  "POST /api/channels/{channel_id}/sendings/{sending_id}/retry": answers<void>(),
  "POST /api/channels/{channel_id}/test": answers<{ sending_id: number }>(),
};
