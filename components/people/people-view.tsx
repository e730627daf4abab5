"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { type Chip, FilterChips } from "#components/list/filter-chips.tsx";
import { IgnoredNote } from "#components/list/ignored-note.tsx";
import { ListEnd } from "#components/list/list-end.tsx";
import { flattenPages } from "#components/list/rows/flatten-pages.ts";
import { useHeldRows } from "#components/list/rows/use-held-rows.ts";
import { StaleNote } from "#components/list/stale-note.tsx";
import { type FilterFormat, useFilter } from "#components/list/use-filter.ts";
import { useHold } from "#components/list/use-hold.ts";
import { WaitingRows } from "#components/list/waiting-rows.tsx";
import { peopleSearchOptions } from "#lib/browser/people.ts";
import { seekPeople } from "#lib/browser/sought-people.ts";
import {
  EMPTY_PEOPLE_FILTER,
  type IgnoredParameter,
  type PeopleFilter,
  readPeopleFilter,
  writePeopleFilter,
} from "#lib/contract/people-search.ts";
import { FailedSearch, NobodyFound, NobodyYet } from "./list-states.tsx";
import { OutcomeFilter } from "./outcome-filter.tsx";
import { PeopleField } from "./people-field.tsx";
import { PeopleTable } from "./people-table.tsx";
import { PeopleTotal } from "./people-total.tsx";
import { personHref, personKey } from "./person-place.ts";
import { SkeletonRows } from "./skeleton-rows.tsx";
import { useSought } from "./use-sought.ts";

/** What of the search stands in the address: the text does not. */
const FORMAT: FilterFormat<PeopleFilter, IgnoredParameter> = { read: readPeopleFilter, write: writePeopleFilter };

/** Everybody of every verification: type a name or a CURP, Enter, the card. Live, and yet still while one is in it. */
export function PeopleView() {
  const t = useTranslations("people");
  const router = useRouter();
  const words = useTranslations("people.outcomes");
  const { filter, ignored, change } = useFilter(FORMAT);
  const { outcome } = filter;
  const { text, settled, settle } = useSought();
  const q = settled.trim() || null;
  const query = useInfiniteQuery(peopleSearchOptions({ q, outcome }));
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const fresh = useMemo(() => flattenPages(data?.pages ?? [], personKey), [data]);
  const { held, zone, leave } = useHold();
  const list = `${query.isPlaceholderData ? "until " : ""}${outcome} ${q}`;
  const { rows, updated, show } = useHeldRows(list, fresh, held, !hasNextPage, personKey);
  const field = useRef<HTMLInputElement>(null);
  const area = useRef<HTMLDivElement>(null);
  const focusField = useCallback(() => field.current?.focus(), []);
  const total = data?.pages.at(-1)?.total;

  // Enter may come before the answer: the first who is found is opened then.
  const [opening, setOpening] = useState(false);
  const current = text === settled && !query.isPlaceholderData && data !== undefined;
  const [first] = rows;
  useEffect(() => {
    if (!opening || !current) return;
    setOpening(false);
    if (first) router.push(personHref(first));
  }, [opening, current, first, router]);

  const more = useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  const focusRows = () => area.current?.querySelector<HTMLElement>('[data-row-link][tabindex="0"]')?.focus();
  const showWaiting = (byKeyboard: boolean) => {
    leave();
    show();
    window.scrollTo(0, 0);
    if (byKeyboard) focusRows();
  };
  const chips = outcome.map(
    (value): Chip<PeopleFilter> => ({
      key: value,
      name: t("search.outcome"),
      value: words(value),
      without: { outcome: outcome.filter((other) => other !== value) },
    }),
  );
  const neverCame = query.dataUpdatedAt === 0;
  const failed = neverCame && (query.errorUpdateCount > 0 || (query.isPending && query.fetchStatus === "paused"));
  return (
    <div className="@container">
      <h1 className="sr-only">{t("page")}</h1>
      <IgnoredNote ignored={ignored} />
      <section aria-label={t("search.tools")} className="flex flex-wrap items-center gap-2 pb-3">
        <PeopleField
          text={text}
          onText={(next) => {
            setOpening(false);
            seekPeople(next);
          }}
          onOpen={() => {
            if (text.trim() === "") return;
            settle();
            setOpening(true);
          }}
          onRows={focusRows}
          field={field}
        />
        <OutcomeFilter outcome={outcome} onChange={(outcome) => change({ outcome })} />
        <PeopleTotal total={failed ? undefined : total} list={list} outdated={query.isPlaceholderData} />
      </section>
      <FilterChips chips={chips} empty={EMPTY_PEOPLE_FILTER} change={change} focusElsewhere={focusField} />
      {query.isRefetchError && data && <StaleNote onRetry={() => query.refetch()} />}
      <div ref={area} {...zone}>
        {failed ? (
          <FailedSearch
            error={query.error ?? query.failureReason}
            onRetry={() => query.refetch()}
            focusElsewhere={focusField}
          />
        ) : !data ? (
          <>
            <p role="status" className="sr-only">
              {t("search.searching")}
            </p>
            <SkeletonRows />
          </>
        ) : rows.length === 0 ? (
          q === null && outcome.length === 0 ? (
            <NobodyYet focusElsewhere={focusField} />
          ) : (
            <NobodyFound
              narrowed={outcome.length > 0}
              onWiden={() => change(EMPTY_PEOPLE_FILTER)}
              focusElsewhere={focusField}
            />
          )
        ) : (
          <>
            <PeopleTable
              rows={rows}
              total={total}
              outdated={query.isPlaceholderData}
              firstIsMeant={q !== null && current}
              focusField={focusField}
              onNearEnd={more}
            />
            <ListEnd query={query} />
          </>
        )}
        <WaitingRows onShow={showWaiting}>{updated > 0 ? t("updated", { count: updated }) : null}</WaitingRows>
      </div>
    </div>
  );
}
