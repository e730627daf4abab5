"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { ArrowUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { Button } from "#components/ui/button.tsx";
import { IgnoredNote } from "#components/verifications/ignored-note.tsx";
import { useHold } from "#components/verifications/use-hold.ts";
import { deliveryListOptions } from "#lib/browser/deliveries.ts";
import { EMPTY_DELIVERY_FILTER, narrowsDeliveries, writeDeliveryFilter } from "#lib/contract/delivery-filter.ts";
import { DeliveriesTable } from "./deliveries-table.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { FilterChips } from "./filter-chips.tsx";
import { ListEnd } from "./list-end.tsx";
import { EmptyList, FailedList, NothingMatches, StaleNote } from "./list-states.tsx";
import { RetryAll } from "./retry-all.tsx";
import { SkeletonRows } from "./skeleton-rows.tsx";
import { useFilter } from "./use-filter.ts";
import { useHeldTop } from "./use-held-top.ts";

/** Every delivery that was received, narrowed by what the address says, live and yet still. */
export function DeliveriesView() {
  const t = useTranslations("deliveries");
  const { filter, ignored, change } = useFilter();
  const query = useInfiniteQuery(deliveryListOptions(filter));
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const fresh = useMemo(() => {
    // Pages are asked for one after the other; what came in meanwhile would stand in two of them.
    const all = (data?.pages ?? []).flatMap((page) => page.items);
    return [...new Map(all.map((row) => [row.delivery_id, row])).values()];
  }, [data]);
  const { held, zone, leave } = useHold();
  const list = `${query.isPlaceholderData ? "until " : ""}${writeDeliveryFilter(filter)}`;
  const { rows, waiting, show } = useHeldTop(list, fresh, held);
  const field = useRef<HTMLInputElement>(null);
  const focusSearch = useCallback(() => field.current?.focus(), []);

  // What names a person leaves the address, and so the history, at once.
  const personal = ignored.some(({ reason }) => reason === "personal_data");
  useEffect(() => {
    if (!personal) return;
    // A page that has just been loaded has the router write its address once more, after the effects of what is on it.
    const timer = setTimeout(() => change({}));
    return () => clearTimeout(timer);
  }, [personal, change]);

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
      <FilterChips filter={filter} change={change} focusElsewhere={focusSearch} />
      <RetryAll filter={filter} />
      {query.isRefetchError && data && <StaleNote onRetry={() => query.refetch()} />}
      <div role="status" className="sticky top-14 z-15 flex h-0 justify-center">
        {waiting > 0 && (
          <Button
            variant="outline"
            size="sm"
            onClick={showNew}
            className="h-7 rounded-full border-primary/40 bg-accent px-2.5 text-xs tabular-nums shadow-black/15 shadow-md hover:bg-accent"
          >
            <ArrowUp aria-hidden className="size-3.5" />
            {t("new", { count: waiting })}
          </Button>
        )}
      </div>
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
