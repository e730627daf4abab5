import {
  type AlertSettings,
  THRESHOLDS,
  type Thresholds,
  thresholdsOf,
} from "#lib/outbound/contract/notices/alert-settings.ts";
import { hoursText } from "#lib/platform/contract/working-time.ts";
import { conflict } from "#lib/platform/server/base/errors.ts";
import { type Client, database, findRow, type Pooled } from "#lib/platform/server/db/database.ts";

type Row = Pick<AlertSettings, "version" | "quiet"> & { thresholds: Partial<Thresholds> };

/** The thresholds of alerts and the quiet hours. */
export async function readAlertSettings(client: Client = database().pool): Promise<AlertSettings> {
  const row = await findRow<Row>(client, "SELECT version, thresholds, quiet FROM alert_settings");
  const thresholds = thresholdsOf((kind) => row?.thresholds[kind] ?? THRESHOLDS[kind].usual);
  return { version: row?.version ?? 0, thresholds, quiet: row?.quiet ?? null };
}

const WRITE = `
  INSERT INTO alert_settings (version, thresholds, quiet)
  SELECT $1::integer + 1, $2, $3 WHERE $1 = COALESCE((SELECT version FROM alert_settings), 0)
  ON CONFLICT (singleton) DO UPDATE
  SET version = EXCLUDED.version, thresholds = EXCLUDED.thresholds, quiet = EXCLUDED.quiet
  WHERE alert_settings.version = $1`;

/** Sets both, and returns the previous ones. Messages that are held keep their time. Throws CONFLICT for an old version. */
export async function changeAlertSettings(
  { version, thresholds, quiet }: AlertSettings,
  { pool }: Pooled = database(),
): Promise<AlertSettings> {
  const before = await readAlertSettings(pool);
  const values = [version, JSON.stringify(thresholds), quiet && JSON.stringify(quiet)];
  if ((await pool.query(WRITE, values)).rowCount === 0) throw conflict("Somebody has changed the alerts meanwhile.");
  return before;
}

/** The settings in the form of the audit trail. */
export const alertSettingsFacts = ({ thresholds, quiet }: AlertSettings): object => ({
  ...thresholds,
  quiet_hours: quiet && hoursText(quiet),
  quiet_days_off: quiet?.days_off ?? false,
});
