"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { RelativeInstant } from "#components/time/instant.tsx";
import { shortId } from "#components/ui/copy-id.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { StatusMark } from "#components/verification/marks.tsx";
import { verificationListOptions } from "#lib/browser/verifications.ts";
import { VERIFICATION_FILTER } from "#lib/contract/verifications/verification-filter.ts";

const SHOWN = 8;

/** What moved last: the first rows of the unfiltered list, which the list page then has already. */
export function RecentActivity() {
  const t = useTranslations("overview");
  const { data, isError } = useInfiniteQuery(verificationListOptions(VERIFICATION_FILTER.empty));
  const rows = data?.pages[0]?.items.slice(0, SHOWN);
  return (
    <section aria-labelledby="recent-activity" className="rounded-lg border border-border bg-card p-4">
      <div className="mb-2 flex items-baseline justify-between gap-4">
        <h2 id="recent-activity" className="font-semibold text-sm">
          {t("recent")}
        </h2>
        <Link href="/verifications" className="rounded text-muted-foreground text-xs hover:text-foreground">
          {t("all")}
        </Link>
      </div>
      {isError && !rows && <p className="py-2 text-muted-foreground text-sm">{t("failed")}</p>}
      <ul className="divide-y divide-border">
        {!rows &&
          !isError &&
          Array.from({ length: SHOWN }, (_, index) => `place-${index}`).map((place) => (
            <li key={place} className="flex h-10 items-center">
              <Skeleton className="h-4 w-full" />
            </li>
          ))}
        {rows?.map((row) => (
          <li
            key={row.verification_id}
            className="relative grid h-10 grid-cols-[minmax(0,1fr)_auto_5.5rem] items-center gap-4 text-sm sm:grid-cols-[8rem_minmax(0,1fr)_9.5rem_6rem]"
          >
            <Link
              href={`/verifications/${encodeURIComponent(row.verification_id)}`}
              className="truncate font-medium after:absolute after:-inset-x-2 after:inset-y-0 after:rounded hover:after:bg-muted/50"
            >
              {row.tag ?? <span className="font-mono text-xs">{shortId(row.verification_id)}</span>}
            </Link>
            <span className="hidden truncate text-muted-foreground sm:block">{row.account_name}</span>
            <StatusMark status={row.status} />
            <span className="text-right text-muted-foreground text-xs tabular-nums">
              {row.last_activity_at && <RelativeInstant at={row.last_activity_at} />}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
