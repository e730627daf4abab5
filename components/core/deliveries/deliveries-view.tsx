"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentProps, useCallback } from "react";
import { Code } from "#components/kit/code.tsx";
import { useCurrentUser } from "#components/kit/current-user.tsx";
import { ChoiceList } from "#components/kit/list/choice-list.tsx";
import { useDayWords, WhenFilter } from "#components/kit/list/day-range.tsx";
import type { FilterWords } from "#components/kit/list/filter-chips.tsx";
import { FilterPanel } from "#components/kit/list/filter-panel.tsx";
import { ListPage } from "#components/kit/list/list-page.tsx";
import { ListSkeleton, ListTable } from "#components/kit/list/list-table.tsx";
import { ListTotal } from "#components/kit/list/live-notes.tsx";
import { SearchField } from "#components/kit/list/search-field.tsx";
import { type ListFilter, useFilter } from "#components/kit/list/use-filter.ts";
import { useLiveRows } from "#components/kit/list/use-live-rows.ts";
import { PageHeader } from "#components/kit/page-header.tsx";
import { TextLink } from "#components/kit/text-link.tsx";
import { deliveryListOptions } from "#lib/core/browser/deliveries.ts";
import { DELIVERY_STATES, type DeliveryState } from "#lib/core/contract/deliveries/delivery.ts";
import {
  DELIVERY_FILTER,
  DELIVERY_MARKS,
  type DeliveryFilter,
  type DeliveryMark,
} from "#lib/core/contract/deliveries/delivery-filter.ts";
import { CATALOGUE_NAMES } from "#lib/core/contract/events/event-catalogue.ts";
import type { ActiveFilter } from "#lib/platform/contract/url-parameters.ts";
import { DELIVERIES } from "./delivery-columns.tsx";
import { useEventWords } from "./event-words.ts";
import { OutcomeMark } from "./outcome-mark.tsx";
import { RetryAll } from "./retry-all.tsx";

/** All received deliveries, filtered by the address, with live updates that move no row under the pointer. */
export function DeliveriesView() {
  const t = useTranslations("deliveries");
  const connects = useCurrentUser().may("webhooks.manage");
  const filter = useFilter(DELIVERY_FILTER);
  const query = useInfiniteQuery(deliveryListOptions(filter.filter));
  const written = DELIVERY_FILTER.write(filter.filter).toString();
  const list = useLiveRows(written, query, DELIVERIES.keyOf);
  const unresolved = list.outdated ? null : query.data?.pages[0]?.unresolved;
  return (
    <ListPage
      of="deliveries"
      filter={filter}
      wordsOf={useFilterWords()}
      list={list}
      heading={
        <div className="pb-4">
          <PageHeader title={t("page.title")} lede={t("lede")} />
        </div>
      }
      toolbar={<Toolbar filter={filter} list={list} />}
      notice={
        <>
          <p className="pb-2 text-muted-foreground text-xs">{t("search.noEventId")}</p>
          {/* The key discards the answer for the previous filter. */}
          <RetryAll key={written} filter={filter.filter} />
          <p role="status" className="pb-2 text-muted-foreground text-xs empty:hidden">
            {unresolved && t(`search.unresolved.${unresolved}`)}
          </p>
        </>
      }
      icon={<Inbox aria-hidden />}
      whenEmpty={connects && <TextLink href="/webhooks">{t("page.empty.link")}</TextLink>}
      skeleton={<ListSkeleton of="deliveries" definition={DELIVERIES} />}
    >
      <ListTable of="deliveries" definition={DELIVERIES} list={list} />
    </ListPage>
  );
}

function useFilterWords() {
  const t = useTranslations("deliveries.filters");
  const states = useTranslations("deliveries.state");
  const marks = useTranslations("deliveries.mark");
  const events = useEventWords();
  const days = useDayWords();
  const wordOf = ({ name, value }: ActiveFilter<DeliveryFilter>): string => {
    switch (name) {
      case "event":
        return events(value) ?? value;
      case "outcome":
        return states(value as DeliveryState);
      case "mark":
        return marks(value as DeliveryMark);
      case "from":
        return days.from(value);
      case "to":
        return days.until(value);
      default:
        return value;
    }
  };
  return (applied: readonly ActiveFilter<DeliveryFilter>[]): FilterWords[] =>
    applied.map((one) => ({ name: t(one.name), value: wordOf(one) }));
}

type ToolbarProps = {
  filter: ListFilter<DeliveryFilter>;
  list: ComponentProps<typeof SearchField>["list"] & ComponentProps<typeof ListTotal>["list"];
};

function Toolbar({ filter: { filter, change }, list }: ToolbarProps) {
  const t = useTranslations("deliveries.filters");
  const states = useTranslations("deliveries.state");
  const marks = useTranslations("deliveries.mark");
  const events = useEventWords();
  const find = useCallback((id: string | null) => change({ id }), [change]);
  return (
    <section aria-label={t("label")} className="flex flex-wrap items-center gap-2 pb-3">
      <SearchField of="deliveries" value={filter.id} onSearch={find} list={list} />
      <FilterPanel label={t("event")} count={filter.event.length} panelClassName="w-80">
        <ChoiceList
          legend={t("event")}
          values={CATALOGUE_NAMES}
          chosen={filter.event}
          onChange={(event) => change({ event })}
          nameOf={(name) => `${events(name) ?? ""} ${name}`}
        >
          {(name) => (
            <span className="block leading-tight">
              {events(name)}
              <Code className="block">{name}</Code>
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
        />
      </FilterPanel>
      <WhenFilter label={t("received")} range={filter} onChange={change} />
      <ListTotal of="deliveries" list={list} />
    </section>
  );
}
