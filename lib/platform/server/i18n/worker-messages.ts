import type { Locale } from "#lib/platform/contract/preferences.ts";
import en from "#messages/en/outbound/notifications.json" with { type: "json" };
import es from "#messages/es-MX/outbound/notifications.json" with { type: "json" };

/**
 * The words of notifications as plain Node, which runs the worker, imports them. The build of the dashboard has `messages.ts`
 * in place of this module (`next.config.ts`), since next-intl does not compile an import with `type: "json"`.
 */
export const MESSAGES: Record<Locale, { notifications: typeof en }> = {
  en: { notifications: en },
  "es-MX": { notifications: es },
};
