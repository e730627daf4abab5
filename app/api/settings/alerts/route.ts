import { alertSettingsInput } from "#lib/contract/notices/notice-input.ts";
import { route } from "#lib/server/http/route.ts";
import { preferredLocale } from "#lib/server/i18n/preferences.ts";
import { alertSettingsFacts, changeAlertSettings } from "#lib/server/notices/alert-settings.ts";
import { listAlerts } from "#lib/server/notices/list-alerts.ts";

export const GET = route({ access: "settings.read" }, async () => listAlerts(await preferredLocale()));

/** Sets the thresholds and the quiet hours, for later messages. */
export const PUT = route(
  { access: "settings.manage", stepUp: true, audit: "alert_settings.changed", body: alertSettingsInput },
  async ({ body, audit }) => {
    const before = await changeAlertSettings(body);
    audit.add({ before: alertSettingsFacts(before), after: alertSettingsFacts(body) });
    return listAlerts(await preferredLocale());
  },
);
