"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { beginAtList } from "#lib/browser/list-walk.ts";
import { verificationListOptions } from "#lib/browser/verifications.ts";
import type { Density } from "#lib/contract/preferences.ts";
import { EMPTY_FILTER, type VerificationFilter, writeVerificationFilter } from "#lib/contract/verification-filter.ts";
import { DensitySwitch } from "./density-switch.tsx";
import { FilterChips } from "./filter-chips.tsx";
import { IgnoredNote } from "./ignored-note.tsx";
import { ImportButton, ImportDialog } from "./import/import-button.tsx";
import { ListEnd } from "./list-end.tsx";
import { EmptyList, FailedList, NothingMatches } from "./list-states.tsx";
import { ListTotal } from "./list-total.tsx";
import { SkeletonRows } from "./skeleton-rows.tsx";
import { StaleList } from "./stale-list.tsx";
import { Toolbar } from "./toolbar.tsx";
import { useFilter } from "./use-filter.ts";
import { useHeldRows } from "./use-held-rows.ts";
import { useHold } from "./use-hold.ts";
import { VerificationsTable } from "./verifications-table.tsx";
import { narrows } from "./view/applied-filters.ts";
import { flattenPages } from "./view/flatten-pages.ts";
import { WaitingRows } from "./waiting-rows.tsx";

type Props = {
  density: Density;
  /** Whether the reader may have verifications read by id. */
  mayImport: boolean;
};

/** The reviewer's desk: every verification there is, narrowed by what the address says, live and yet still. */
export function VerificationsView({ density, mayImport }: Props) {
  const t = useTranslations("verifications");
  const { filter, ignored, change } = useFilter();
  const query = useInfiniteQuery(verificationListOptions(filter));
  const { data, hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const fresh = useMemo(() => flattenPages(data?.pages ?? []), [data]);
  const { held, zone, leave } = useHold();
  // Rows of the filter before stand in until the answer comes. They are another list: nothing of it is held back.
  const list = `${query.isPlaceholderData ? "until " : ""}${writeVerificationFilter(filter)}`;
  const { rows, updated, show } = useHeldRows(list, fresh, held, !hasNextPage);
  const field = useRef<HTMLInputElement>(null);
  const area = useRef<HTMLDivElement>(null);
  const total = data?.pages.at(-1)?.total;

  // What names a person leaves the address, and so the history, at once.
  const personal = ignored.some(({ reason }) => reason === "personal_data");
  useEffect(() => {
    if (personal) change((from) => from);
  }, [personal, change]);

  // Whoever opens a row can go on from there to the next one.
  useEffect(() => beginAtList(filter), [filter]);

  const replace = useCallback((next: VerificationFilter) => change(() => next), [change]);
  const search = useCallback((q: string | null) => change((from) => ({ ...from, q })), [change]);
  const focusSearch = useCallback(() => field.current?.focus(), []);
  const more = useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);

  const [importing, setImporting] = useState(false);
  const openImport = () => setImporting(true);
  const closeImport = () => {
    flushSync(() => setImporting(false));
    // The button that had opened it may be gone, and the focus with it.
    if (document.activeElement === document.body) focusSearch();
  };

  const showWaiting = (byKeyboard: boolean) => {
    leave();
    show();
    window.scrollTo(0, 0);
    if (byKeyboard) area.current?.querySelector<HTMLElement>('[data-row-link][tabindex="0"]')?.focus();
  };

  // A list that never came stays a failed one while it is tried again, as news make it do: no flicker between the two.
  const neverCame = query.dataUpdatedAt === 0;
  const failed = neverCame && (query.errorUpdateCount > 0 || (query.isPending && query.fetchStatus === "paused"));
  return (
    <div className="@container">
      <h1 className="sr-only">{t("title")}</h1>
      <IgnoredNote ignored={ignored} />
      <Toolbar filter={filter} change={change} field={field} search={search}>
        <div className="ml-auto flex items-center gap-1">
          <ListTotal total={failed ? undefined : total} list={list} outdated={query.isPlaceholderData} />
          {mayImport && <ImportButton iconOnly onOpen={openImport} />}
          <DensitySwitch initial={density} />
        </div>
      </Toolbar>
      <FilterChips filter={filter} onChange={replace} focusElsewhere={focusSearch} />
      {query.isRefetchError && data && <StaleList onRetry={() => query.refetch()} />}
      {importing && <ImportDialog onClosed={closeImport} />}
      <WaitingRows count={updated} zone={zone} onShow={showWaiting} />
      <div ref={area} {...zone}>
        {failed ? (
          <FailedList
            error={query.error ?? query.failureReason}
            onRetry={() => query.refetch()}
            focusElsewhere={focusSearch}
          />
        ) : !data ? (
          <SkeletonRows />
        ) : rows.length === 0 ? (
          narrows(filter) ? (
            <NothingMatches filter={filter} onClear={() => replace(EMPTY_FILTER)} focusElsewhere={focusSearch} />
          ) : (
            <EmptyList focusElsewhere={focusSearch}>{mayImport && <ImportButton onOpen={openImport} />}</EmptyList>
          )
        ) : (
          <>
            <VerificationsTable
              rows={rows}
              total={typeof total === "number" ? total : -1}
              sort={filter.sort}
              onSort={(sort) => change((from) => ({ ...from, sort }))}
              outdated={query.isPlaceholderData}
              onNearEnd={more}
            />
            <ListEnd
              state={isFetchingNextPage ? "loading" : isFetchNextPageError ? "failed" : hasNextPage ? "more" : "end"}
              onMore={() => void fetchNextPage()}
            />
          </>
        )}
      </div>
    </div>
  );
}
