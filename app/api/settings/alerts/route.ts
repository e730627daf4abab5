import { route } from "#lib/server/http/route.ts";
import { preferredLocale } from "#lib/server/i18n/preferences.ts";
import { listAlerts } from "#lib/server/notices/list-alerts.ts";

export const GET = route({ access: "settings.read" }, async () => listAlerts(await preferredLocale()));
