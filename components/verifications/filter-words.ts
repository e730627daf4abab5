"use client";

import { useFormatter, useTranslations } from "next-intl";
import { SEVERITIES } from "#lib/contract/finding.ts";
import { DOCUMENTS_STATUSES, VERIFICATION_STATUSES } from "#lib/contract/verification.ts";
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
  const words = useTranslations("verification");
  const format = useFormatter();
  const day = (value: string) =>
    value.length === 10
      ? format.dateTime(new Date(value), { dateStyle: "medium", timeZone: "UTC" })
      : format.dateTime(new Date(value), { dateStyle: "medium", timeStyle: "short" });
  return ({ name, value }: Pick<AppliedFilter, "name" | "value">): { name: string; value: string } => {
    const named = { name: t(`names.${name}`), value };
    switch (name) {
      case "status": {
        const known = VERIFICATION_STATUSES.find((status) => status === value);
        return known ? { ...named, value: words(`status.${known}`) } : named;
      }
      case "documents_status": {
        const known = DOCUMENTS_STATUSES.find((status) => status === value);
        return known ? { ...named, value: words(`documentsStatus.${known}`) } : named;
      }
      case "severity": {
        const known = SEVERITIES.find((severity) => severity === value);
        return known ? { ...named, value: words(`severity.${known}`) } : named;
      }
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
