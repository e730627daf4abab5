"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Inbox, Rows3, Rows4 } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { MarksLegend } from "#components/desk/legend/marks-legend.tsx";
import { ViewTabs } from "#components/desk/views/view-tabs.tsx";
import { IconButton } from "#components/kit/icon-button.tsx";
import { ListPage } from "#components/kit/list/list-page.tsx";
import { ListSkeleton, ListTable } from "#components/kit/list/list-table.tsx";
import { ListTotal } from "#components/kit/list/live-notes.tsx";
import { useSelection } from "#components/kit/list/selection.ts";
import { useSearchedFilter } from "#components/kit/list/use-filter.ts";
import { useLiveRows } from "#components/kit/list/use-live-rows.ts";
import { TextLink } from "#components/kit/text-link.tsx";
import { beginAtList } from "#lib/core/browser/list-navigation.ts";
import { verificationListOptions, verificationPage } from "#lib/core/browser/verification-list.ts";
import { MAX_BULK } from "#lib/core/contract/verifications/review.ts";
import { VERIFICATION_FILTER, type VerificationSort } from "#lib/core/contract/verifications/verification-filter.ts";
import { rememberDensity } from "#lib/platform/browser/preferences.ts";
import { mayAppearInUrl } from "#lib/platform/contract/curp-shape.ts";
import { may } from "#lib/platform/contract/permissions.ts";
import type { Density } from "#lib/platform/contract/preferences.ts";
import type { Role } from "#lib/platform/manifest.ts";
import { Button } from "@/components/ui/button";
import { DATES, showsDates } from "./dates-columns.tsx";
import { useFilterWords } from "./filters.tsx";
import { ExportButton, ImportButton, ImportDialog } from "./import-export-buttons.tsx";
import { Toolbar } from "./toolbar.tsx";
import { SeveralAccounts } from "./verification-cells.tsx";
import { VERIFICATIONS } from "./verification-columns.tsx";

/** Loaded when the first row is selected. */
const BulkBar = lazy(() => import("#components/desk/review/bulk-bar.tsx").then((code) => ({ default: code.BulkBar })));

type Props = {
  density: Density;
  role: Role;
  /** Whether title fields are configured. */
  named: boolean;
};

/**
 * The list of all verifications, filtered by the address and the search text. Live updates do not move rows under the
 * pointer.
 */
export function VerificationsView({ density, role, named }: Props) {
  const t = useTranslations("verifications");
  const filter = useSearchedFilter(VERIFICATION_FILTER, mayAppearInUrl);
  const { filter: shown, change } = filter;
  const words = useFilterWords(filter.applied);
  const query = useInfiniteQuery(verificationListOptions(shown));
  const listKey = verificationListOptions(shown).queryKey.join();
  const list = useLiveRows(listKey, query, VERIFICATIONS.keyOf);

  // Stores the order of the rows, for previous and next on a file's page.
  useEffect(() => {
    const page = (cursor: string, signal: AbortSignal) => verificationPage(shown, cursor, signal);
    beginAtList({ queryKey: verificationListOptions(shown).queryKey, page, hrefOf: VERIFICATIONS.hrefOf });
  }, [shown]);

  const mayImport = may(role, "verifications.import");
  const [importing, setImporting] = useState(false);
  const openImport = () => setImporting(true);
  const closeImport = () => {
    flushSync(() => setImporting(false));
    // The dialog returns the focus in a later task, but the button that opened the dialog may be gone.
    setTimeout(() => document.activeElement === document.body && list.focusField());
  };

  const mayAssign = may(role, "reviews.assign");
  const selection = useSelection(listKey, MAX_BULK);
  const selecting = selection.keys.size > 0;

  const definition = showsDates(shown) ? DATES : VERIFICATIONS;
  const several = list.rows.some(({ account_id }) => account_id !== list.rows[0]?.account_id);

  const page = (
    <ListPage
      of="verifications"
      filter={filter}
      wordsOf={(applied) => applied.map(words)}
      list={list}
      toolbar={
        <>
          <div className="-mt-2 mb-2.5 flex items-center gap-2">
            <ViewTabs
              filter={shown}
              words={filter.applied.map(words)}
              ready={query.data !== undefined}
              mayShare={may(role, "views.share")}
            />
            {/* Not below the rows: their end is out of sight. */}
            <MarksLegend iconOnly />
          </div>
          <Toolbar filter={shown} change={change} list={list}>
            <div className="ml-auto flex items-center gap-1">
              <ListTotal of="verifications" list={list} className="mx-2 whitespace-nowrap" />
              <ExportButton filter={shown} total={list.total} />
              {mayImport && <ImportButton iconOnly onOpen={openImport} />}
              <DensitySwitch initial={density} />
            </div>
          </Toolbar>
        </>
      }
      notice={
        <>
          {!named && list.rows.length > 0 && <NoNames mayChoose={may(role, "settings.manage")} />}
          <Suspense>{importing && <ImportDialog onClosed={closeImport} />}</Suspense>
        </>
      }
      icon={<Inbox aria-hidden />}
      whenEmpty={mayImport && <ImportButton onOpen={openImport} />}
      whenNothing={<NearSpellings names={query.data?.pages[0]?.near ?? []} onChoose={(q) => change({ q })} />}
      skeleton={<ListSkeleton of="verifications" definition={definition} />}
    >
      <SeveralAccounts value={several}>
        <ListTable
          // Each definition has hooks of its own.
          key={definition === DATES ? "dates" : "files"}
          of="verifications"
          definition={definition}
          list={list}
          order={{
            now: shown.sort,
            onSort: (sort) => change({ sort: sort as VerificationSort }),
            hintOf: (sort) => t("table.orderBy", { order: t(`filters.sorts.${sort as VerificationSort}`) }),
          }}
          selection={mayAssign ? selection : undefined}
        />
      </SeveralAccounts>
      <Suspense>
        {selecting && (
          <BulkBar
            selection={selection}
            files={list.rows}
            mayDecide={may(role, "reviews.decide")}
            focusElsewhere={() => list.focusRows() || list.focusField()}
          />
        )}
      </Suspense>
    </ListPage>
  );
  // Rows reserve space for the selection box while it loads.
  return (
    <div
      data-selectable={mayAssign || undefined}
      data-selecting={selecting || undefined}
      data-titled={list.rows.some(({ title }) => title !== null) || undefined}
    >
      {page}
    </div>
  );
}

/** Explains why files have tags but no titles. */
function NoNames({ mayChoose }: { mayChoose: boolean }) {
  const t = useTranslations("verifications.noNames");
  return (
    <p className="pb-3 text-muted-foreground text-xs">
      {t("why")} {mayChoose ? <TextLink href="/settings#file-titles">{t("choose")}</TextLink> : <span>{t("ask")}</span>}
    </p>
  );
}

function NearSpellings({ names, onChoose }: { names: readonly string[]; onChoose: (name: string) => void }) {
  const t = useTranslations("verifications.search");
  if (names.length === 0) return null;
  return (
    <>
      <p>{t("near")}</p>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <Button variant="link" translate="no" onClick={() => onChoose(name)}>
              {name}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The density of rows, stored on this device. */
function DensitySwitch({ initial }: { initial: Density }) {
  const t = useTranslations("verifications.density");
  const [density, setDensity] = useState(initial);
  const compact = density === "compact";
  const Icon = compact ? Rows4 : Rows3;
  const turn = () => {
    const next = compact ? "comfortable" : "compact";
    setDensity(next);
    rememberDensity(next);
  };
  return (
    <IconButton label={t("compact")} aria-pressed={compact} onClick={turn}>
      <Icon aria-hidden />
    </IconButton>
  );
}
