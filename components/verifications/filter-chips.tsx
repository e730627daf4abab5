"use client";

import { FilterChips } from "#components/list/filter-chips.tsx";
import { EMPTY_FILTER, type VerificationFilter } from "#lib/contract/verifications/verification-filter.ts";
import { useFilterWords } from "./filter-words.ts";
import { appliedFilters } from "./view/applied-filters.ts";

type Props = {
  filter: VerificationFilter;
  change: (part: Partial<VerificationFilter>) => void;
  focusElsewhere: () => void;
};

/** What narrows or orders the verifications, in words. */
export function VerificationChips({ filter, ...rest }: Props) {
  const applied = appliedFilters(filter);
  const words = useFilterWords(applied);
  const chips = applied.map((entry) => {
    const { name, value } = words(entry);
    return {
      key: `${entry.name} ${entry.value}`,
      name,
      value,
      // Two accounts may have one name.
      title: entry.name === "account" && value !== entry.value ? entry.value : undefined,
      without: entry.without,
    };
  });
  return <FilterChips chips={chips} empty={EMPTY_FILTER} {...rest} />;
}
