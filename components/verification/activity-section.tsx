"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { memo, useDeferredValue, useEffect, useId, useState } from "react";
import { EmptySection, RowsWaiting, Section } from "#components/page/section.tsx";
import { Button } from "#components/ui/button.tsx";
import { loadMore } from "#lib/browser/query-client.ts";
import { verificationEventsOptions } from "#lib/browser/verifications.ts";
import { VERIFICATION_EVENT_KINDS, type VerificationEventKind } from "#lib/contract/verifications/activity.ts";
import { ActivityEntry } from "./activity-entry.tsx";
import { usePrinting } from "./printing.tsx";

/** An entry never changes: it is drawn once. */
const Entry = memo(ActivityEntry);

/** One feed of everything about the verification, newest first, or of one kind; each entry with what was sent. */
export function ActivitySection({ verificationId }: { verificationId: string }) {
  const t = useTranslations("verification.activity");
  const [chosen, setChosen] = useState<VerificationEventKind | null>(null);
  const { state } = usePrinting();
  // A printed file is a whole one.
  const kind = state === "idle" ? chosen : null;
  const query = useInfiniteQuery(verificationEventsOptions(verificationId, kind));
  const loaded = query.data?.pages;
  // Fifty entries are drawn a few at a time, between what the reader does meanwhile.
  const pages = useDeferredValue(loaded);
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  usePrintWhenLoaded({ hasNextPage, isFetching: isFetching || pages !== loaded, isError, fetchNextPage });
  const entries = pages?.flatMap((page) => page.items) ?? [];
  const failed = query.isError && (
    <div role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm not-last:mb-4">
      <p>{t(entries.length > 0 ? "failedToRefresh" : "failed")}</p>
      <Button variant="outline" size="sm" onClick={() => query.refetch()}>
        {t("retry")}
      </Button>
    </div>
  );
  return (
    <Section id="activity" title={t("title")} aside={<KindChoice kind={chosen} onChange={setChosen} />}>
      <div role="status" className="sr-only">
        {chosen !== null && pages === loaded && query.isSuccess && t("shown", { count: entries.length })}
      </div>
      {failed}
      {!query.isError && pages === undefined && <RowsWaiting label={t("loading")} />}
      {pages !== undefined && entries.length === 0 && (
        <EmptySection>{t(kind === null ? "empty" : "emptyKind")}</EmptySection>
      )}
      {entries.length > 0 && (
        <ol className="-my-2 divide-y divide-border">
          {entries.map((entry) => (
            <Entry key={entry.entry_id} entry={entry} />
          ))}
        </ol>
      )}
      {query.hasNextPage && (
        <>
          <p className="mt-4 hidden text-xs print:block">{t("notPrinted")}</p>
          <Button
            variant="outline"
            size="sm"
            className="mt-4"
            // Not `disabled`: that would take the focus away from who pressed it.
            aria-disabled={query.isFetchingNextPage}
            onClick={() => !query.isFetchingNextPage && void loadMore(query)}
          >
            {t(query.isFetchingNextPage ? "loading" : "older")}
          </Button>
        </>
      )}
    </Section>
  );
}

type Pages = { hasNextPage: boolean; isFetching: boolean; isError: boolean; fetchNextPage: () => unknown };

/** Loads what is not loaded yet before the file is printed; what cannot be loaded is said on the paper. */
function usePrintWhenLoaded({ hasNextPage, isFetching, isError, fetchNextPage }: Pages): void {
  const { state, prepared } = usePrinting();
  useEffect(() => {
    if (state !== "preparing" || isFetching) return;
    if (hasNextPage && !isError) fetchNextPage();
    else prepared();
  }, [state, hasNextPage, isFetching, isError, fetchNextPage, prepared]);
}

type ChoiceProps = { kind: VerificationEventKind | null; onChange: (kind: VerificationEventKind | null) => void };

function KindChoice({ kind, onChange }: ChoiceProps) {
  const t = useTranslations("verification.activity");
  const id = useId();
  return (
    <span className="flex items-center gap-2 print:hidden">
      <label htmlFor={id}>{t("show")}</label>
      <select
        id={id}
        value={kind ?? ""}
        onChange={(event) => onChange(VERIFICATION_EVENT_KINDS.find((entry) => entry === event.target.value) ?? null)}
        className="h-7 max-w-52 rounded-md border border-input bg-card px-1.5 text-foreground"
      >
        <option value="">{t("all")}</option>
        {VERIFICATION_EVENT_KINDS.map((entry) => (
          <option key={entry} value={entry}>
            {t(`kind.${entry}`)}
          </option>
        ))}
      </select>
    </span>
  );
}
