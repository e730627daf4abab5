import { useFormatter, useTranslations } from "next-intl";
import { createContext, use } from "react";
import { Time } from "./time.tsx";

/** The time zone of the policy, for printed records of decisions. */
export const RecordZone = createContext("America/Mexico_City");

const CENTRAL_ZONES: ReadonlySet<string> = new Set([
  "America/Mexico_City",
  "America/Monterrey",
  "America/Merida",
  "America/Bahia_Banderas",
  "America/Chihuahua",
]);

/** The common name of a time zone, if it has one. */
export function useZoneName(): (timeZone: string) => string {
  const t = useTranslations("decision");
  return (timeZone) => (CENTRAL_ZONES.has(timeZone) ? t("central") : timeZone.replaceAll("_", " "));
}

/** With year and the common name of the zone: records are read years later, and in other zones. */
export function useRecordTime(): (at: string) => string {
  const t = useTranslations("decision");
  const format = useFormatter();
  const timeZone = use(RecordZone);
  const zoneName = useZoneName();
  return (at) => {
    const moment = new Date(at);
    if (!CENTRAL_ZONES.has(timeZone)) {
      const parts = { year: "numeric", month: "long", day: "numeric", hour: "numeric", minute: "2-digit" } as const;
      return format.dateTime(moment, { ...parts, timeZone, timeZoneName: "long" });
    }
    const words = format.dateTime(moment, { dateStyle: "long", timeStyle: "short", timeZone });
    return t("timed", { at: words, zone: zoneName(timeZone) });
  };
}

/** A time of a record, as it stands on paper. */
export const RecordInstant = ({ at }: { at: string }) => <Time at={at}>{useRecordTime()(at)}</Time>;
