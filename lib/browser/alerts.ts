import { queryOptions } from "@tanstack/react-query";
import type { AlertList } from "#lib/contract/notices/alerts.ts";
import type { AlertMute } from "#lib/contract/notices/notice-input.ts";
import { api, read } from "./api.ts";
import { noticeKeys } from "./query-keys.ts";

/** The alerts of the installation, in words of the server. An alert is announced as a notice. */
export const alertsOptions = (locale: string) =>
  queryOptions({
    queryKey: [...noticeKeys.all, "alerts", locale],
    queryFn: read<AlertList>("/api/settings/alerts"),
  });

export const muteAlert = (body: AlertMute): Promise<void> => api("/api/settings/alerts/mutes", { method: "PUT", body });
