"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { IgnoredNote } from "#components/list/ignored-note.tsx";
import { ListBody } from "#components/list/list-body.tsx";
import { totalOf } from "#components/list/query-state.ts";
import { useLiveRows } from "#components/list/rows/use-live-rows.ts";
import { type FilterFormat, useFilter } from "#components/list/use-filter.ts";
import { WaitingRows } from "#components/list/waiting-rows.tsx";
import { beginAtList } from "#lib/browser/list-walk.ts";
import { verificationListOptions } from "#lib/browser/verifications.ts";
import type { Density } from "#lib/contract/preferences.ts";
import {
  EMPTY_FILTER,
  readVerificationFilter,
  type VerificationFilter,
  writeVerificationFilter,
} from "#lib/contract/verifications/verification-filter.ts";
import { DensitySwitch } from "./density-switch.tsx";
import { VerificationChips } from "./filter-chips.tsx";
import { ImportButton, ImportDialog } from "./import/import-button.tsx";
import { EmptyList, FailedList, NoneOfThese } from "./list-states.tsx";
import { SkeletonRows } from "./skeleton-rows.tsx";
import { Toolbar } from "./toolbar.tsx";
import { rowKey, VerificationsTable } from "./verifications-table.tsx";
import { VerificationsTotal } from "./verifications-total.tsx";
import { narrows } from "./view/applied-filters.ts";

const FORMAT: FilterFormat<VerificationFilter> = {
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
  const asked = writeVerificationFilter(filter).toString();
  const { rows, list, updated, zone, more, showWaiting } = useLiveRows(asked, query, rowKey);
  const field = useRef<HTMLInputElement>(null);
  const total = totalOf(query);

  // Whoever opens a row can go on from there to the next one.
  useEffect(() => beginAtList(filter), [filter]);

  const focusSearch = useCallback(() => field.current?.focus(), []);

  const [importing, setImporting] = useState(false);
  const openImport = () => setImporting(true);
  const closeImport = () => {
    flushSync(() => setImporting(false));
    // The button that had opened it may be gone, and the focus with it.
    if (document.activeElement === document.body) focusSearch();
  };

  return (
    <div className="@container">
      <h1 className="sr-only">{t("title")}</h1>
      <IgnoredNote ignored={ignored} />
      <Toolbar filter={filter} change={change} field={field}>
        <div className="ml-auto flex items-center gap-1">
          <VerificationsTotal total={total} list={list} outdated={query.isPlaceholderData} />
          {mayImport && <ImportButton iconOnly onOpen={openImport} />}
          <DensitySwitch initial={density} />
        </div>
      </Toolbar>
      <VerificationChips filter={filter} change={change} focusElsewhere={focusSearch} />
      {importing && <ImportDialog onClosed={closeImport} />}
      <ListBody
        {...zone}
        query={query}
        failure={(failure) => <FailedList {...failure} focusElsewhere={focusSearch} />}
        loading={
          <>
            <p role="status" className="sr-only">
              {t("loading")}
            </p>
            <SkeletonRows />
          </>
        }
        none={
          rows.length === 0 &&
          (narrows(filter) ? (
            <NoneOfThese filter={filter} onClear={() => change(EMPTY_FILTER)} focusElsewhere={focusSearch} />
          ) : (
            <EmptyList focusElsewhere={focusSearch}>{mayImport && <ImportButton onOpen={openImport} />}</EmptyList>
          ))
        }
        waiting={
          <WaitingRows hint={t("updates.hint")} onShow={showWaiting}>
            {updated > 0 ? t("updates.show", { count: updated }) : null}
          </WaitingRows>
        }
      >
        <VerificationsTable
          rows={rows}
          total={total}
          sort={filter.sort}
          onSort={(sort) => change({ sort })}
          outdated={query.isPlaceholderData}
          onNearEnd={more}
        />
      </ListBody>
    </div>
  );
}
