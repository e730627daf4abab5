import { z } from "zod";
import { route } from "#lib/edge/server/http/route.ts";
import {
  alertMute,
  alertSettingsInput,
  noticeMailInput,
  noticesRead,
} from "#lib/outbound/contract/notices/notice-input.ts";
import { alertSettingsFacts, changeAlertSettings } from "#lib/outbound/server/notices/alert-settings.ts";
import { listNotices, markRead } from "#lib/outbound/server/notices/list.ts";
import { listAlerts, muteAlert } from "#lib/outbound/server/notices/list-alerts.ts";
import { readNoticeMail, setNoticeMail } from "#lib/outbound/server/notices/mail-choice.ts";
import { PAGE } from "#lib/platform/server/http/page-parameters.ts";
import { preferredLocale } from "#lib/platform/server/i18n/preferences.ts";

export const getOwnNoticeMail = route("GET /api/account/notice-mail", { access: "account.own" }, ({ session }) =>
  readNoticeMail(session.user.id),
);

export const putOwnNoticeMail = route(
  "PUT /api/account/notice-mail",
  { access: "account.own", audit: "notices.mail_chosen", body: noticeMailInput },
  async ({ body, session, audit }) => {
    const { choice } = await setNoticeMail(session.user.id, body);
    audit.add({ ids: { user_id: session.user.id }, before: { choice }, after: { choice: body.choice } });
    return readNoticeMail(session.user.id);
  },
);

const query = z.strictObject({ ...PAGE, unread: z.enum(["", "true", "false"]).default("false") });

/** The caller's notices; with `unread` only those not read. */
export const getNotices = route(
  "GET /api/notices",
  { access: "verifications.read", query },
  async ({ query: { unread, ...page }, session }) =>
    listNotices(session.user, await preferredLocale(), { ...page, unread: unread !== "false" }),
);

export const putNoticesRead = route(
  "PUT /api/notices/read",
  { access: "verifications.read", audit: null, perMinute: 600, body: noticesRead, maxBodyBytes: 16 * 1024 },
  ({ session, body }) => markRead(session.user.id, body),
);

export const getAlerts = route("GET /api/settings/alerts", { access: "settings.read" }, async () =>
  listAlerts(await preferredLocale()),
);

/** Sets the thresholds and the quiet hours, for later messages. */
export const putAlerts = route(
  "PUT /api/settings/alerts",
  { access: "settings.manage", stepUp: true, audit: "alert_settings.changed", body: alertSettingsInput },
  async ({ body, audit }) => {
    const before = await changeAlertSettings(body);
    audit.add({ before: alertSettingsFacts(before), after: alertSettingsFacts(body) });
    return listAlerts(await preferredLocale());
  },
);

/** Mutes or unmutes a kind of alert for everybody. */
export const putAlertsMutes = route(
  "PUT /api/settings/alerts/mutes",
  { access: "settings.manage", stepUp: true, audit: "alert.muted", body: alertMute },
  async ({ body, session, audit }) => {
    audit.add({ before: await muteAlert(body, session.user.id), after: body });
  },
);
