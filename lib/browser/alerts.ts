import type { AlertList } from "#lib/contract/notices/alerts.ts";
import type { AlertMute } from "#lib/contract/notices/notice-input.ts";
import { put, queryOf } from "./api.ts";
import { noticeKeys } from "./query-keys.ts";

/** The alerts of the installation, worded by the server. Each alert is also announced as a notice. */
export const alertsOptions = (locale: string) =>
  queryOf<AlertList>([...noticeKeys.all, "alerts", locale], "/api/settings/alerts");

export const muteAlert = (body: AlertMute): Promise<void> => put("/api/settings/alerts/mutes", body);
