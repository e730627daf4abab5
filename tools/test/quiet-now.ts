import type { QuietHours } from "#lib/outbound/contract/notices/alert-settings.ts";
import { changeAlertSettings, readAlertSettings } from "#lib/outbound/server/notices/alert-settings.ts";
import type { Pooled } from "#lib/platform/server/db/database.ts";

/** Mexico City, the time zone of the first policy, is six hours behind UTC. */
const clock = (hoursFromNow: number) =>
  new Date(Date.now() + (hoursFromNow - 6) * 3_600_000).toISOString().slice(11, 16);

/** Quiet hours from an hour ago until two hours from now. */
export const quietNow = (): QuietHours => ({ from: clock(-1), to: clock(2), days_off: false });

/** Changes a part of the alert settings. */
export const setAlertSettings = async (
  database: Pooled,
  part: Partial<Omit<Parameters<typeof changeAlertSettings>[0], "version">>,
) => changeAlertSettings({ ...(await readAlertSettings(database.pool)), ...part }, database);
