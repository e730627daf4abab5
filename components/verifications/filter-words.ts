"use client";

import { useTranslations } from "next-intl";
import { useDayWords } from "#components/list/use-day-words.ts";
import { useWords } from "#components/page/service-words.ts";
import type { VerificationSort } from "#lib/contract/verifications/verification-filter.ts";
import { useNames } from "./filters/use-filter-options.ts";
import type { AppliedFilter } from "./view/applied-filters.ts";

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
  const days = useDayWords();
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
        return { ...named, value: days.from(value) };
      case "created_to":
        return { ...named, value: days.until(value) };
      case "sort":
        return { ...named, value: t(`sorts.${value as VerificationSort}`) };
      default:
        return named;
    }
  };
}
