"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { verificationEventsOptions } from "#lib/browser/verification.ts";
import { ActivityEntry } from "./activity-entry.tsx";
import { EmptySection, Section } from "./section.tsx";

/** Every delivery about the verification, newest first, each with what was sent. */
export function ActivitySection({ verificationId }: { verificationId: string }) {
  const t = useTranslations("verification.activity");
  const query = useInfiniteQuery(verificationEventsOptions(verificationId));
  const entries = query.data?.pages.flatMap((page) => page.items) ?? [];
  const failed = query.isError && (
    <div role="alert" className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
      <p>{t(entries.length > 0 ? "failedToRefresh" : "failed")}</p>
      <Button variant="outline" size="sm" onClick={() => query.refetch()}>
        {t("retry")}
      </Button>
    </div>
  );
  return (
    <Section id="activity" title={t("title")}>
      {failed}
      {query.isPending && <Waiting label={t("loading")} />}
      {query.isSuccess && entries.length === 0 && <EmptySection>{t("empty")}</EmptySection>}
      {entries.length > 0 && (
        <ol className="-my-2 divide-y divide-border">
          {entries.map((entry) => entry.kind === "delivery" && <ActivityEntry key={entry.entry_id} entry={entry} />)}
        </ol>
      )}
      {query.hasNextPage && (
        <Button
          variant="outline"
          size="sm"
          className="mt-4"
          // Not `disabled`: that would take the focus away from who pressed it.
          aria-disabled={query.isFetchingNextPage}
          onClick={() => !query.isFetchingNextPage && query.fetchNextPage()}
        >
          {t(query.isFetchingNextPage ? "loading" : "older")}
        </Button>
      )}
    </Section>
  );
}

const ROWS = ["w-64", "w-72", "w-56", "w-60"];

function Waiting({ label }: { label: string }) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      <div className="-my-2 divide-y divide-border">
        {ROWS.map((width) => (
          <div key={width} className="py-2">
            <Skeleton className={`h-5 max-w-full ${width}`} />
          </div>
        ))}
      </div>
    </div>
  );
}
