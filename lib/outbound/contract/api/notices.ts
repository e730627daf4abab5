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

export const NOTICES_API = {
  "GET /api/account/notice-mail": answers<NoticeMail>(),
  "PUT /api/account/notice-mail": answers<NoticeMail, typeof noticeMailInput>(),
  "GET /api/notices": answers<NoticeList>(),
  "PUT /api/notices/read": answers<void, typeof noticesRead>(),
  "GET /api/settings/alerts": answers<AlertList>(),
  "PUT /api/settings/alerts": answers<AlertList, typeof alertSettingsInput>(),
  "PUT /api/settings/alerts/mutes": answers<void, typeof alertMute>(),
};
