"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useCallback, useRef } from "react";
import { IgnoredNote } from "#components/list/ignored-note.tsx";
import { ListBody } from "#components/list/list-body.tsx";
import { NothingMatches } from "#components/list/nothing-matches.tsx";
import { totalOf } from "#components/list/query-state.ts";
import { useNewestRows } from "#components/list/rows/use-newest-rows.ts";
import { type FilterFormat, useFilter } from "#components/list/use-filter.ts";
import { WaitingRows } from "#components/list/waiting-rows.tsx";
import { deliveryListOptions } from "#lib/browser/deliveries.ts";
import type { DeliverySummary } from "#lib/contract/deliveries/delivery.ts";
import {
  type DeliveryFilter,
  EMPTY_DELIVERY_FILTER,
  narrowsDeliveries,
  readDeliveryFilter,
  writeDeliveryFilter,
} from "#lib/contract/deliveries/delivery-filter.ts";
import { DeliveriesTable } from "./deliveries-table.tsx";
import { DeliveriesTotal } from "./deliveries-total.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { DeliveryChips } from "./filter-chips.tsx";
import { EmptyList, FailedList } from "./list-states.tsx";
import { RetryAll } from "./retry-all.tsx";
import { SkeletonRows } from "./skeleton-rows.tsx";

const FORMAT: FilterFormat<DeliveryFilter> = {
  read: readDeliveryFilter,
  write: writeDeliveryFilter,
};

const deliveryKey = (row: DeliverySummary): string => String(row.delivery_id);

const isNewer = (one: DeliverySummary, other: DeliverySummary): boolean =>
  one.received_at === other.received_at ? one.delivery_id > other.delivery_id : one.received_at > other.received_at;

/** Every delivery that was received, narrowed by what the address says, live and yet still. */
export function DeliveriesView() {
  const t = useTranslations("deliveries");
  const { filter, ignored, change } = useFilter(FORMAT);
  const query = useInfiniteQuery(deliveryListOptions(filter));
  const asked = writeDeliveryFilter(filter).toString();
  const { rows, waiting, list, zone, showWaiting } = useNewestRows(asked, query, deliveryKey, isNewer);
  const field = useRef<HTMLInputElement>(null);
  const focusSearch = useCallback(() => field.current?.focus(), []);

  return (
    <div className="@container">
      <h1 className="sr-only">{t("title")}</h1>
      <IgnoredNote ignored={ignored} />
      <FilterBar filter={filter} change={change} field={field}>
        <DeliveriesTotal total={totalOf(query)} list={list} outdated={query.isPlaceholderData} />
      </FilterBar>
      <DeliveryChips filter={filter} change={change} focusElsewhere={focusSearch} />
      <RetryAll filter={filter} />
      <ListBody
        {...zone}
        query={query}
        failure={(failure) => <FailedList {...failure} focusElsewhere={focusSearch} />}
        loading={<SkeletonRows />}
        none={
          rows.length === 0 &&
          (narrowsDeliveries(filter) ? (
            <NothingMatches
              words={{ title: t("nothing.title"), why: t("nothing.why"), clear: t("nothing.clear") }}
              onClear={() => change(EMPTY_DELIVERY_FILTER)}
              focusElsewhere={focusSearch}
            />
          ) : (
            <EmptyList focusElsewhere={focusSearch} />
          ))
        }
        waiting={<WaitingRows onShow={showWaiting}>{waiting > 0 ? t("new", { count: waiting }) : null}</WaitingRows>}
      >
        <DeliveriesTable rows={rows} outdated={query.isPlaceholderData} />
      </ListBody>
    </div>
  );
}
