"use client";

import { useFormatter, useTimeZone, useTranslations } from "next-intl";
import { useWords } from "#components/verification/use-words.ts";
import type { VerificationSort } from "#lib/contract/verification-filter.ts";
import { useNames } from "./filters/use-filter-options.ts";
import type { AppliedFilter } from "./view/applied-filters.ts";
import { dayFrom, dayUntil } from "./view/days.ts";

/**
 * What a filter is called and what its value means; a value that the interface does not name stands as it is, and so does
 * an account or a label whose name is not known. Names are asked for where `applied` holds one of these.
 */
export function useFilterWords(applied: readonly Pick<AppliedFilter, "name">[] = []) {
  const t = useTranslations("verifications.filters");
  const status = useWords("status");
  const documents = useWords("documentsStatus");
  const severity = useWords("severity");
  const nameOf = useNames(applied.some(({ name }) => name === "account" || name === "label"));
  const format = useFormatter();
  const timeZone = useTimeZone() ?? "UTC";
  const date = (day: string) => format.dateTime(new Date(day), { dateStyle: "medium", timeZone: "UTC" });
  const moment = (value: string, read: typeof dayFrom) => {
    if (value.length === 10) return t("utcDay", { day: date(value) });
    const day = read(value, timeZone);
    return day === null ? format.dateTime(new Date(value), { dateStyle: "medium", timeStyle: "short" }) : date(day);
  };
  return ({ name, value }: Pick<AppliedFilter, "name" | "value">): { name: string; value: string } => {
    const named = { name: t(`names.${name}`), value };
    switch (name) {
      case "status":
        return { ...named, value: status(value) ?? value };
      case "documents_status":
        return { ...named, value: documents(value) ?? value };
      case "severity":
        return { ...named, value: severity(value) ?? value };
      case "account":
      case "label":
        return { ...named, value: nameOf(name, value) ?? value };
      case "has_item_error":
        return { ...named, value: t("yes") };
      case "quiet_days":
        return { ...named, value: t("days", { count: Number(value) }) };
      case "created_from":
        return { ...named, value: moment(value, dayFrom) };
      case "created_to":
        return { ...named, value: moment(value, dayUntil) };
      case "sort":
        return { ...named, value: t(`sorts.${value as VerificationSort}`) };
      default:
        return named;
    }
  };
}
