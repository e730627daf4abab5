"use client";

import { useQuery } from "@tanstack/react-query";
import { verificationOptionsOptions } from "#lib/browser/verifications.ts";
import type { FilterOption, VerificationOptions } from "#lib/contract/verifications/verification.ts";

export type FilterOptions = {
  data: VerificationOptions | undefined;
  /** What to say while there are no values to choose. */
  state: "loadingValues" | "failedValues" | "noValues";
};

/** The values that occur, asked for when a menu that offers them opens. */
export function useFilterOptions(): FilterOptions {
  const { data, isError } = useQuery(verificationOptionsOptions());
  return { data, state: data ? "noValues" : isError ? "failedValues" : "loadingValues" };
}

type Named = "account" | "label";

/** What accounts and labels are called, asked for only where that is `wanted`; null while that is not known. */
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
