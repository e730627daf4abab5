"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, type RefObject, useCallback } from "react";
import { ChoiceList } from "#components/list/choice-list.tsx";
import { FilterPanel } from "#components/list/filter-panel.tsx";
import { SearchField } from "#components/list/search-field.tsx";
import { WhenFilter } from "#components/list/when-filter.tsx";
import { DELIVERY_STATES } from "#lib/contract/deliveries/delivery.ts";
import { DELIVERY_MARKS, type DeliveryFilter } from "#lib/contract/deliveries/delivery-filter.ts";
import { EVENT_CHOICES } from "./event-choices.ts";
import { useEventWords } from "./event-words.ts";
import { OutcomeMark } from "./outcome-mark.tsx";

type Props = {
  filter: DeliveryFilter;
  change: (part: Partial<DeliveryFilter>) => void;
  field: RefObject<HTMLInputElement | null>;
  /** What stands at the end: how many there are. */
  children: ReactNode;
};

/** The id to find, and the filters. */
export function FilterBar({ filter, change, field, children }: Props) {
  const t = useTranslations("deliveries.filters");
  const states = useTranslations("deliveries.state");
  const marks = useTranslations("deliveries.mark");
  const search = useTranslations("deliveries.search");
  const words = useEventWords();
  const find = useCallback((id: string | null) => change({ id }), [change]);
  return (
    <section aria-label={t("label")} className="flex flex-wrap items-center gap-2 pb-3">
      <SearchField
        words={{
          label: search("label"),
          placeholder: search("placeholder"),
          clear: search("clear"),
          personal: search("personal"),
        }}
        value={filter.id}
        onSearch={find}
        field={field}
      />
      <FilterPanel label={t("event")} count={filter.event.length} panelClassName="w-80">
        <ChoiceList
          legend={t("event")}
          values={EVENT_CHOICES}
          chosen={filter.event}
          onChange={(event) => change({ event })}
          nameOf={(name) => `${words(name) ?? ""} ${name}`}
        >
          {(name) => (
            <span className="block leading-tight">
              {words(name)}
              <code className="wrap-anywhere block font-mono text-muted-foreground text-xs">{name}</code>
            </span>
          )}
        </ChoiceList>
      </FilterPanel>
      <FilterPanel label={t("outcome")} count={filter.outcome.length + filter.mark.length}>
        <ChoiceList
          legend={t("outcome")}
          values={DELIVERY_STATES}
          chosen={filter.outcome}
          onChange={(outcome) => change({ outcome })}
          nameOf={(state) => states(state)}
        >
          {(state) => <OutcomeMark state={state} />}
        </ChoiceList>
        <ChoiceList
          legend={t("mark")}
          legendShown
          values={DELIVERY_MARKS}
          chosen={filter.mark}
          onChange={(mark) => change({ mark })}
          nameOf={(mark) => marks(mark)}
        >
          {(mark) => marks(mark)}
        </ChoiceList>
      </FilterPanel>
      <WhenFilter label={t("received")} range={filter} onChange={change} />
      {children}
    </section>
  );
}
