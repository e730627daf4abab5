import type { AlertSettings } from "#lib/contract/notices/alert-settings.ts";
import type { AlertList } from "#lib/contract/notices/alerts.ts";
import type { AlertMute } from "#lib/contract/notices/notice-input.ts";
import { api, queryOf } from "./api.ts";
import { noticeKeys } from "./query-keys.ts";

/** The alerts of the installation, worded by the server. Each alert is also announced as a notice. */
export const alertsOptions = (locale: string) =>
  queryOf([...noticeKeys.all, "alerts", locale], "GET /api/settings/alerts");

export const muteAlert = (body: AlertMute): Promise<void> => api("PUT /api/settings/alerts/mutes", { body });

/** Throws `STEP_UP_REQUIRED` if the password is due. */
export const setAlerts = (body: AlertSettings): Promise<AlertList> => api("PUT /api/settings/alerts", { body });
