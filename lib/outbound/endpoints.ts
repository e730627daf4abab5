import type {
  Channel,
  ChannelList,
  CreatedChannel,
  ReplacedSecret,
  SendingList,
} from "#lib/outbound/contract/channels/channel.ts";
import type { channelChange, newChannel } from "#lib/outbound/contract/channels/channel-input.ts";
import type { Letter, Letters } from "#lib/outbound/contract/letters/letter.ts";
import type { letterInput } from "#lib/outbound/contract/letters/letter-input.ts";
import type { AlertList } from "#lib/outbound/contract/notices/alerts.ts";
import type { NoticeMail } from "#lib/outbound/contract/notices/mail-choice.ts";
import type { NoticeList } from "#lib/outbound/contract/notices/notice.ts";
import type {
  alertMute,
  alertSettingsInput,
  noticeMailInput,
  noticesRead,
} from "#lib/outbound/contract/notices/notice-input.ts";
import { answers } from "#lib/platform/contract/endpoint.ts";

export const OUTBOUND_ENDPOINTS = {
  "GET /api/channels": answers<ChannelList>(),
  "POST /api/channels": answers<CreatedChannel, typeof newChannel>(),
  "PATCH /api/channels/{channel_id}": answers<Channel, typeof channelChange>(),
  "DELETE /api/channels/{channel_id}": answers<void>(),
  "POST /api/channels/{channel_id}/secret": answers<ReplacedSecret>(),
  "GET /api/channels/{channel_id}/sendings": answers<SendingList>(),
  "POST /api/channels/{channel_id}/sendings/retry": answers<{ retried: number }>(),
  "POST /api/channels/{channel_id}/sendings/{sending_id}/retry": answers<void>(),
  "POST /api/channels/{channel_id}/test": answers<{ sending_id: number }>(),

  "GET /api/verifications/{verification_id}/letters": answers<Letters>(),
  "POST /api/verifications/{verification_id}/letters": answers<Letter, typeof letterInput>(),

  "GET /api/account/notice-mail": answers<NoticeMail>(),
  "PUT /api/account/notice-mail": answers<NoticeMail, typeof noticeMailInput>(),
  "GET /api/notices": answers<NoticeList>(),
  "PUT /api/notices/read": answers<void, typeof noticesRead>(),
  "GET /api/settings/alerts": answers<AlertList>(),
  "PUT /api/settings/alerts": answers<AlertList, typeof alertSettingsInput>(),
  "PUT /api/settings/alerts/mutes": answers<void, typeof alertMute>(),
};
