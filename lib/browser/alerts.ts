import type { AlertSettings } from "#lib/contract/notices/alert-settings.ts";
import type { AlertList } from "#lib/contract/notices/alerts.ts";
import type { AlertMute } from "#lib/contract/notices/notice-input.ts";
import { put, queryOf } from "./api.ts";
import { noticeKeys } from "./query-keys.ts";

const PATH = "/api/settings/alerts";

/** The alerts of the installation, worded by the server. Each alert is also announced as a notice. */
export const alertsOptions = (locale: string) => queryOf<AlertList>([...noticeKeys.all, "alerts", locale], PATH);

export const muteAlert = (body: AlertMute): Promise<void> => put(`${PATH}/mutes`, body);

/** Throws `STEP_UP_REQUIRED` if the password is due. */
export const setAlerts = (body: AlertSettings): Promise<AlertList> => put(PATH, body);
