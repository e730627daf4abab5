"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useDayWords } from "#components/list/day-range.tsx";
import type { FilterWords } from "#components/list/filter-chips.tsx";
import { useWords } from "#components/page/words.tsx";
import { verificationOptionsOptions } from "#lib/browser/verifications.ts";
import type { PeopleOutcome } from "#lib/contract/people/person.ts";
import { shownText } from "#lib/contract/text.ts";
import type { Applied } from "#lib/contract/url-parameters.ts";
import type { FilterOption, FindingsSource, VerificationOptions } from "#lib/contract/verifications/verification.ts";
import {
  LAST_VISIT,
  type VerificationFilter,
  type VerificationSort,
} from "#lib/contract/verifications/verification-filter.ts";
import { useAssigneeName } from "./review-filter.tsx";

/**
 * The names of filters and the meanings of their values; a value that the interface does not name is shown as it is, and so
 * is an account, a label or a person whose name is not known. Names are requested where `applied` holds one of these.
 */
export function useFilterWords(applied: readonly Pick<Applied<VerificationFilter>, "name" | "value">[] = []) {
  const t = useTranslations("verifications.filters");
  const status = useWords("status");
  const documents = useWords("documentsStatus");
  const severity = useWords("severity");
  const itemType = useWords("itemType");
  const nameOf = useNames(applied.some(({ name }) => name === "account" || name === "label"));
  const review = useTranslations("review");
  const assignee = useAssigneeName(
    applied.some(({ name, value }) => name === "assignee" && value !== "me" && value !== "none"),
  );
  const outcome = useTranslations("people.outcomes");
  const days = useDayWords();
  return ({ name, value }: Pick<Applied<VerificationFilter>, "name" | "value">): FilterWords => {
    const named = { name: t(`names.${name}`), value: shownText(value) };
    switch (name) {
      case "status":
        return { ...named, value: status(value) ?? named.value };
      case "documents_status":
        return { ...named, value: documents(value) ?? named.value };
      case "severity":
      case "without_severity":
        return { ...named, value: severity(value) ?? named.value };
      case "findings_source":
        return { ...named, value: t(`sources.${value as FindingsSource}`) };
      case "item_type":
        return { ...named, value: itemType(value) ?? named.value };
      case "label":
        return { ...named, value: nameOf(name, value) ?? named.value };
      case "account": {
        // Two accounts may have one name.
        const known = nameOf(name, value);
        return known === null ? named : { ...named, value: known, title: named.value };
      }
      case "review":
        return { ...named, value: review(`state.${value}` as "state.open") };
      case "reason":
      case "due":
        return { ...named, value: review(`${name}.${value}` as "due.today") };
      case "assignee": {
        const known = assignee(value);
        // Two people may have one name.
        return known === value ? named : { ...named, value: known, title: named.value };
      }
      case "has_item_error":
        return { ...named, value: t("yes") };
      case "lookup":
        return { ...named, value: outcome(value as PeopleOutcome) };
      case "quiet_days":
      case "documents_status_days":
        return { ...named, value: t("days", { count: Number(value) }) };
      case "changed_since":
      case "returned_since":
      case "handed_since":
        return { ...named, value: value === LAST_VISIT ? t("since.last_visit") : days.from(value) };
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

export type FilterOptions = {
  data: VerificationOptions | undefined;
  /** The words while there are no values to choose. */
  state: "loadingValues" | "failedValues" | "noValues";
};

/** The values that occur, fetched when a menu that offers them opens. */
export function useFilterOptions(): FilterOptions {
  const { data, isError } = useQuery(verificationOptionsOptions());
  return { data, state: data ? "noValues" : isError ? "failedValues" : "loadingValues" };
}

type Named = "account" | "label";

/** The names of accounts and labels, fetched only where `wanted`; null while a name is not known. */
export function useNames(wanted: boolean): (kind: Named, value: string) => string | null {
  const { data } = useQuery({ ...verificationOptionsOptions(), enabled: wanted });
  return (kind, value) => data?.[kind].find((option) => option.value === value)?.name ?? null;
}

/** The values of a filter: those that the interface names first, then others that occur. */
export function valuesOf(
  { data }: FilterOptions,
  name: keyof VerificationOptions,
  known: readonly string[] = [],
): string[] {
  const occurring = data?.[name].map(({ value }) => value) ?? [];
  return [...known, ...occurring.filter((value) => !known.includes(value))];
}

/** How many verifications have each value, for menus that begin with the most frequent one. */
export function countsOf({ data }: FilterOptions, name: keyof VerificationOptions) {
  const counts = new Map(data?.[name].map(({ value, count }): [string, FilterOption["count"]] => [value, count]));
  return (value: string) => counts.get(value);
}
