"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useCallback, useMemo, useRef } from "react";
import { IgnoredNote } from "#components/list/ignored-note.tsx";
import { ListEnd } from "#components/list/list-end.tsx";
import { flattenPages } from "#components/list/rows/flatten-pages.ts";
import { StaleNote } from "#components/list/stale-note.tsx";
import { type FilterFormat, useFilter } from "#components/list/use-filter.ts";
import { useHold } from "#components/list/use-hold.ts";
import { WaitingRows } from "#components/list/waiting-rows.tsx";
import { deliveryListOptions } from "#lib/browser/deliveries.ts";
import type { DeliverySummary } from "#lib/contract/delivery.ts";
import {
  type DeliveryFilter,
  EMPTY_DELIVERY_FILTER,
  type IgnoredParameter,
  narrowsDeliveries,
  readDeliveryFilter,
  writeDeliveryFilter,
} from "#lib/contract/delivery-filter.ts";
import { DeliveriesTable } from "./deliveries-table.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { DeliveryChips } from "./filter-chips.tsx";
import { EmptyList, FailedList, NothingMatches } from "./list-states.tsx";
import { RetryAll } from "./retry-all.tsx";
import { SkeletonRows } from "./skeleton-rows.tsx";
import { useHeldTop } from "./use-held-top.ts";

const FORMAT: FilterFormat<DeliveryFilter, IgnoredParameter> = {
  read: readDeliveryFilter,
  write: writeDeliveryFilter,
};

const deliveryKey = (row: DeliverySummary): string => String(row.delivery_id);

/** Every delivery that was received, narrowed by what the address says, live and yet still. */
export function DeliveriesView() {
  const t = useTranslations("deliveries");
  const { filter, ignored, change } = useFilter(FORMAT);
  const query = useInfiniteQuery(deliveryListOptions(filter));
  const { data } = query;
  const fresh = useMemo(() => flattenPages(data?.pages ?? [], deliveryKey), [data]);
  const { held, zone, leave } = useHold();
  const list = `${query.isPlaceholderData ? "until " : ""}${writeDeliveryFilter(filter)}`;
  const { rows, waiting, show } = useHeldTop(list, fresh, held);
  const field = useRef<HTMLInputElement>(null);
  const focusSearch = useCallback(() => field.current?.focus(), []);

  const showNew = () => {
    leave();
    show();
    window.scrollTo(0, 0);
  };
  const clear = () => change(EMPTY_DELIVERY_FILTER);
  const neverCame = query.dataUpdatedAt === 0;
  const failed = neverCame && (query.errorUpdateCount > 0 || (query.isPending && query.fetchStatus === "paused"));
  return (
    <div className="@container">
      <h1 className="sr-only">{t("title")}</h1>
      <IgnoredNote ignored={ignored} />
      <FilterBar filter={filter} change={change} field={field} total={data?.pages.at(-1)?.total} list={list} />
      <DeliveryChips filter={filter} change={change} focusElsewhere={focusSearch} />
      <RetryAll filter={filter} />
      {query.isRefetchError && data && <StaleNote onRetry={() => query.refetch()} />}
      <div {...zone}>
        {failed ? (
          <FailedList
            error={query.error ?? query.failureReason}
            onRetry={() => query.refetch()}
            focusElsewhere={focusSearch}
          />
        ) : !data ? (
          <SkeletonRows />
        ) : rows.length === 0 ? (
          narrowsDeliveries(filter) ? (
            <NothingMatches onClear={clear} focusElsewhere={focusSearch} />
          ) : (
            <EmptyList focusElsewhere={focusSearch} />
          )
        ) : (
          <>
            <DeliveriesTable rows={rows} outdated={query.isPlaceholderData} />
            <ListEnd query={query} />
          </>
        )}
        <WaitingRows onShow={showNew}>{waiting > 0 ? t("new", { count: waiting }) : null}</WaitingRows>
      </div>
    </div>
  );
}
