"use client";

import { useFormatter, useTimeZone, useTranslations } from "next-intl";
import { dayFrom, dayUntil } from "./days.ts";

/**
 * The two ends of a range in words: the reader's day where it is a whole one, else the instant; a day that an address
 * gives without a zone is UTC's.
 */
export function useDayWords() {
  const t = useTranslations("list.days");
  const format = useFormatter();
  const timeZone = useTimeZone() ?? "UTC";
  const date = (day: string) => format.dateTime(new Date(day), { dateStyle: "medium", timeZone: "UTC" });
  const moment = (value: string, read: typeof dayFrom) => {
    if (value.length === 10) return t("utcDay", { day: date(value) });
    const day = read(value, timeZone);
    return day === null ? format.dateTime(new Date(value), { dateStyle: "medium", timeStyle: "short" }) : date(day);
  };
  return { from: (value: string) => moment(value, dayFrom), until: (value: string) => moment(value, dayUntil) };
}
