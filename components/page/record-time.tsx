"use client";

import { useFormatter, useTranslations } from "next-intl";
import { createContext, use } from "react";

/** The zone of the policy behind a decision. */
export const RecordZone = createContext("America/Mexico_City");

/** Zones whose time people in Mexico call central. */
const CENTRAL: ReadonlySet<string> = new Set([
  "America/Mexico_City",
  "America/Monterrey",
  "America/Merida",
  "America/Bahia_Banderas",
  "America/Chihuahua",
]);

/** The common name of a zone, if there is one. */
export function useZoneName(): (timeZone: string) => string {
  const t = useTranslations("decision");
  return (timeZone) => (CENTRAL.has(timeZone) ? t("central") : timeZone.replaceAll("_", " "));
}

/** With year, and the zone as people call it: a record is read years later, and elsewhere. */
export function useRecordTime(): (at: string) => string {
  const t = useTranslations("decision");
  const format = useFormatter();
  const timeZone = use(RecordZone);
  const zoneName = useZoneName();
  return (at) => {
    const moment = new Date(at);
    if (!CENTRAL.has(timeZone)) {
      const parts = { year: "numeric", month: "long", day: "numeric", hour: "numeric", minute: "2-digit" } as const;
      return format.dateTime(moment, { ...parts, timeZone, timeZoneName: "long" });
    }
    const words = format.dateTime(moment, { dateStyle: "long", timeStyle: "short", timeZone });
    return t("timed", { at: words, zone: zoneName(timeZone) });
  };
}
