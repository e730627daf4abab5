import { useTranslations } from "next-intl";
import { CATALOGUE_NAMES, hasAllEvents } from "#lib/contract/events/event-catalogue.ts";

/** How many events a webhook hears of: all of today's, or some that were picked by hand. */
export function useEventsSummary(): (events: readonly string[]) => string {
  const t = useTranslations("webhooks.events");
  return (events) => {
    const known = events.filter((name) => CATALOGUE_NAMES.includes(name)).length;
    if (hasAllEvents(events)) return t("all", { count: CATALOGUE_NAMES.length });
    return t("some", { count: known, total: CATALOGUE_NAMES.length });
  };
}
