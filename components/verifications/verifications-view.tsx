"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { IgnoredNote } from "#components/list/ignored-note.tsx";
import { ListEnd } from "#components/list/list-end.tsx";
import { flattenPages } from "#components/list/rows/flatten-pages.ts";
import { useHeldRows } from "#components/list/rows/use-held-rows.ts";
import { StaleNote } from "#components/list/stale-note.tsx";
import { type FilterFormat, useFilter } from "#components/list/use-filter.ts";
import { useHold } from "#components/list/use-hold.ts";
import { WaitingRows } from "#components/list/waiting-rows.tsx";
import { beginAtList } from "#lib/browser/list-walk.ts";
import { verificationListOptions } from "#lib/browser/verifications.ts";
import type { Density } from "#lib/contract/preferences.ts";
import {
  EMPTY_FILTER,
  type IgnoredParameter,
  readVerificationFilter,
  type VerificationFilter,
  writeVerificationFilter,
} from "#lib/contract/verification-filter.ts";
import { DensitySwitch } from "./density-switch.tsx";
import { VerificationChips } from "./filter-chips.tsx";
import { ImportButton, ImportDialog } from "./import/import-button.tsx";
import { EmptyList, FailedList, NothingMatches } from "./list-states.tsx";
import { ListTotal } from "./list-total.tsx";
import { SkeletonRows } from "./skeleton-rows.tsx";
import { Toolbar } from "./toolbar.tsx";
import { rowKey, VerificationsTable } from "./verifications-table.tsx";
import { narrows } from "./view/applied-filters.ts";

const FORMAT: FilterFormat<VerificationFilter, IgnoredParameter> = {
  read: readVerificationFilter,
  write: writeVerificationFilter,
};

type Props = {
  density: Density;
  /** Whether the reader may have verifications read by id. */
  mayImport: boolean;
};

/** The reviewer's desk: every verification there is, narrowed by what the address says, live and yet still. */
export function VerificationsView({ density, mayImport }: Props) {
  const t = useTranslations("verifications");
  const { filter, ignored, change } = useFilter(FORMAT);
  const query = useInfiniteQuery(verificationListOptions(filter));
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const fresh = useMemo(() => flattenPages(data?.pages ?? [], rowKey), [data]);
  const { held, zone, leave } = useHold();
  // Rows of the filter before, or none, stand in until the answer comes. They are another list: nothing of it is held back.
  const list = `${query.isPlaceholderData || !data ? "until " : ""}${writeVerificationFilter(filter)}`;
  const { rows, updated, show } = useHeldRows(list, fresh, held, !hasNextPage, rowKey);
  const field = useRef<HTMLInputElement>(null);
  const area = useRef<HTMLDivElement>(null);
  const total = data?.pages.at(-1)?.total;

  // Whoever opens a row can go on from there to the next one.
  useEffect(() => beginAtList(filter), [filter]);

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
      <Toolbar filter={filter} change={change} field={field}>
        <div className="ml-auto flex items-center gap-1">
          <ListTotal total={failed ? undefined : total} list={list} outdated={query.isPlaceholderData} />
          {mayImport && <ImportButton iconOnly onOpen={openImport} />}
          <DensitySwitch initial={density} />
        </div>
      </Toolbar>
      <VerificationChips filter={filter} change={change} focusElsewhere={focusSearch} />
      {query.isRefetchError && data && <StaleNote onRetry={() => query.refetch()} />}
      {importing && <ImportDialog onClosed={closeImport} />}
      <div ref={area} {...zone}>
        {failed ? (
          <FailedList
            error={query.error ?? query.failureReason}
            onRetry={() => query.refetch()}
            focusElsewhere={focusSearch}
          />
        ) : !data ? (
          <>
            <p role="status" className="sr-only">
              {t("loading")}
            </p>
            <SkeletonRows />
          </>
        ) : rows.length === 0 ? (
          narrows(filter) ? (
            <NothingMatches filter={filter} onClear={() => change(EMPTY_FILTER)} focusElsewhere={focusSearch} />
          ) : (
            <EmptyList focusElsewhere={focusSearch}>{mayImport && <ImportButton onOpen={openImport} />}</EmptyList>
          )
        ) : (
          <>
            <VerificationsTable
              rows={rows}
              total={total}
              sort={filter.sort}
              onSort={(sort) => change({ sort })}
              outdated={query.isPlaceholderData}
              onNearEnd={more}
            />
            <ListEnd query={query} />
          </>
        )}
        <WaitingRows hint={t("updates.hint")} onShow={showWaiting}>
          {updated > 0 ? t("updates.show", { count: updated }) : null}
        </WaitingRows>
      </div>
    </div>
  );
}
