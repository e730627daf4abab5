"use client";

import { useTranslations } from "next-intl";
import { ChoiceList } from "#components/list/choice-list.tsx";
import { FilterPanel } from "#components/list/filter-panel.tsx";
import { PEOPLE_OUTCOMES, type PeopleOutcome } from "#lib/contract/people/person.ts";
import { PeopleOutcomeMark } from "./outcome-mark.tsx";

type Props = { outcome: readonly PeopleOutcome[]; onChange: (outcome: PeopleOutcome[]) => void };

/** How lookups ended: any of several. What is chosen stands in the address. */
export function OutcomeFilter({ outcome, onChange }: Props) {
  const t = useTranslations("people.search");
  const words = useTranslations("people.outcomes");
  return (
    <FilterPanel label={t("outcome")} count={outcome.length} panelClassName="w-72" className="min-h-9">
      <ChoiceList
        legend={t("outcome")}
        values={PEOPLE_OUTCOMES}
        chosen={outcome}
        onChange={onChange}
        nameOf={(value) => words(value)}
      >
        {(value) => <PeopleOutcomeMark outcome={value} />}
      </ChoiceList>
    </FilterPanel>
  );
}
