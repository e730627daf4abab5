import { route } from "#lib/server/http/route.ts";
import { preferredLocale } from "#lib/server/i18n/preferences.ts";
import { listAlerts } from "#lib/server/notices/list-alerts.ts";

/** Alerts of the installation, in the caller's language. */
export const GET = route({ access: "settings.read" }, async () => listAlerts(await preferredLocale()));
