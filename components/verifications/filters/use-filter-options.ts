"use client";

import { useQuery } from "@tanstack/react-query";
import { verificationOptionsOptions } from "#lib/browser/verifications.ts";
import type { VerificationOptions } from "#lib/contract/verification.ts";

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

/** The values of a filter: those that the interface names first, then others that occur. */
export function valuesOf(
  { data }: FilterOptions,
  name: keyof VerificationOptions,
  known: readonly string[] = [],
): string[] {
  const occurring = data?.[name].map(({ value }) => value) ?? [];
  return [...known, ...occurring.filter((value) => !known.includes(value))];
}
