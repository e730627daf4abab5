import type { AlertList } from "#lib/contract/notices/alerts.ts";
import type { AlertMute } from "#lib/contract/notices/notice-input.ts";
import { put, queryOf } from "./api.ts";
import { noticeKeys } from "./query-keys.ts";

/** The alerts of the installation, in words of the server. An alert is announced as a notice. */
export const alertsOptions = (locale: string) =>
  queryOf<AlertList>([...noticeKeys.all, "alerts", locale], "/api/settings/alerts");

export const muteAlert = (body: AlertMute): Promise<void> => put("/api/settings/alerts/mutes", body);
