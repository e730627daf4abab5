"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useWords } from "#components/verification/use-words.ts";
import type { VerificationSort } from "#lib/contract/verification-filter.ts";
import type { AppliedFilter } from "./view/applied-filters.ts";

const SORTS: Record<VerificationSort, "latestActivity" | "oldestActivity" | "latestCreated" | "oldestCreated"> = {
  "-last_activity_at": "latestActivity",
  last_activity_at: "oldestActivity",
  "-created_at": "latestCreated",
  created_at: "oldestCreated",
};

/** What a filter is called and what its value means; a value that the interface does not name stands as it is. */
export function useFilterWords() {
  const t = useTranslations("verifications.filters");
  const status = useWords("status");
  const documents = useWords("documentsStatus");
  const severity = useWords("severity");
  const format = useFormatter();
  const day = (value: string) =>
    value.length === 10
      ? format.dateTime(new Date(value), { dateStyle: "medium", timeZone: "UTC" })
      : format.dateTime(new Date(value), { dateStyle: "medium", timeStyle: "short" });
  return ({ name, value }: Pick<AppliedFilter, "name" | "value">): { name: string; value: string } => {
    const named = { name: t(`names.${name}`), value };
    switch (name) {
      case "status":
        return { ...named, value: status(value) ?? value };
      case "documents_status":
        return { ...named, value: documents(value) ?? value };
      case "severity":
        return { ...named, value: severity(value) ?? value };
      case "created_from":
      case "created_to":
        return { ...named, value: day(value) };
      case "sort":
        return { ...named, value: t(`sorts.${SORTS[value as VerificationSort]}`) };
      default:
        return named;
    }
  };
}
