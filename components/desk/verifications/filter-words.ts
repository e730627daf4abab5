import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { assigneeName } from "#components/desk/review/workload.tsx";
import { useDayWords } from "#components/kit/list/day-range.tsx";
import { useWords } from "#components/kit/words.tsx";
import { verificationOptionsOptions } from "#lib/core/browser/verifications.ts";
import type { FilterOption, VerificationOptions } from "#lib/core/contract/verifications/verification.ts";
import type { VerificationFilter } from "#lib/core/contract/verifications/verification-filter.ts";
import { reviewChoicesOptions } from "#lib/desk/browser/reviews.ts";
import type { ActiveFilter } from "#lib/platform/contract/url-parameters.ts";
import { useFigureWords } from "./figure-words.ts";

export type AppliedFilter = Pick<ActiveFilter<VerificationFilter>, "name" | "value">;

/** Words for the values of filters. Names are only fetched if `applied` has a value with a name. */
export function useValueWords(applied: readonly AppliedFilter[]) {
  return {
    t: useTranslations("verifications.filters"),
    status: useWords("status"),
    documents: useWords("documentsStatus"),
    severity: useWords("severity"),
    itemType: useWords("itemType"),
    review: useTranslations("review"),
    outcome: useTranslations("people.outcomes"),
    days: useDayWords(),
    figure: useFigureWords(),
    nameOf: useNames(applied.some(({ name }) => name === "account" || name === "label" || name === "figure")),
    assignee: useAssigneeName(
      applied.some(({ name, value }) =>
        name === "assignee" ? value !== "me" && value !== "none" : name === "figure" && value.startsWith("decided_by~"),
      ),
    ),
  };
}
export type ValueWords = ReturnType<typeof useValueWords>;

export type FilterOptions = {
  data: VerificationOptions | undefined;
  /** The message while there are no values to choose. */
  state: "loadingValues" | "failedValues" | "noValues";
};

/** The values that occur, fetched when a menu that offers them opens. */
export function useFilterOptions(enabled = true): FilterOptions {
  const { data, isError } = useQuery({ ...verificationOptionsOptions(), enabled });
  return { data, state: data ? "noValues" : isError ? "failedValues" : "loadingValues" };
}

type NamedKind = "account" | "label";

/** Names of accounts and labels, only fetched if `wanted`; null while a name is not loaded. */
export function useNames(wanted: boolean): (kind: NamedKind, value: string) => string | null {
  const { data } = useFilterOptions(wanted);
  return (kind, value) => data?.[kind].find((option) => option.value === value)?.name ?? null;
}

/** The name of an assignee in a filter, only fetched if `wanted`; null while the name is not loaded. */
export function useAssigneeName(wanted: boolean): (assignee: string) => string | null {
  const t = useTranslations("review.assignee");
  const { data } = useQuery({ ...reviewChoicesOptions(), enabled: wanted });
  return (assignee) => {
    if (assignee === "me" || assignee === "none") return t(assignee);
    const known = data?.assignees.find(({ user_id }) => user_id === assignee);
    return known ? assigneeName(known) : null;
  };
}

/** The values of a filter: those that the interface defines, then others that occur. */
export function valuesOf(
  { data }: FilterOptions,
  name: keyof VerificationOptions,
  known: readonly string[] = [],
): string[] {
  const occurring = data?.[name].map(({ value }) => value) ?? [];
  return [...known, ...occurring.filter((value) => !known.includes(value))];
}

/** Number of verifications with each value, for menus with the most frequent values first. */
export function countsOf({ data }: FilterOptions, name: keyof VerificationOptions) {
  const counts = new Map(data?.[name].map(({ value, count }): [string, FilterOption["count"]] => [value, count]));
  return (value: string) => counts.get(value);
}
