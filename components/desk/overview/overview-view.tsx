"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useCurrentUser } from "#components/kit/current-user.tsx";
import { IgnoredNote } from "#components/kit/list/list-states.tsx";
import { useFilter } from "#components/kit/list/use-filter.ts";
import { StatusMark } from "#components/kit/marks.tsx";
import { Message } from "#components/kit/message.tsx";
import { SectionBoundary } from "#components/kit/section-boundary.tsx";
import { TextLink } from "#components/kit/text-link.tsx";
import { RelativeInstant } from "#components/kit/time.tsx";
import { useCodeWords, useShownCount } from "#components/kit/words.tsx";
import { overviewOptions } from "#lib/core/browser/status.ts";
import { verificationListOptions } from "#lib/core/browser/verification-list.ts";
import { DOCUMENTS_STATUSES, VERIFICATION_STATUSES } from "#lib/core/contract/verifications/verification.ts";
import { VERIFICATION_FILTER } from "#lib/core/contract/verifications/verification-filter.ts";
import { shortId } from "#lib/platform/contract/text.ts";
import { defineFilter } from "#lib/platform/contract/url-parameters.ts";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { CountCard, Distribution, OverviewFailed } from "./overview-counts.tsx";

const NO_PARAMETERS = defineFilter({});

/** Current counts of the account, each with a link to the counted rows. */
export function OverviewView() {
  const { ignored } = useFilter(NO_PARAMETERS);
  return (
    <>
      <IgnoredNote ignored={ignored} />
      <Counts />
    </>
  );
}

function Counts() {
  const t = useTranslations("overview");
  const statusName = useCodeWords("verification.status");
  const documentsName = useCodeWords("verification.documentsStatus");
  const shown = useShownCount();
  const query = useQuery(overviewOptions());
  const { data } = query;
  if (!data)
    return query.isError ? <OverviewFailed query={query} /> : <p className="py-16 text-center">{t("loading")}</p>;
  if (data.total === 0) return <Empty />;
  return (
    <div className="space-y-4">
      <dl className="grid gap-3 sm:grid-cols-3">
        <CountCard label={t("total")} count={data.total} href="/verifications" />
        <CountCard
          label={t("highFindings")}
          count={data.with_high_findings}
          detail={
            data.with_high_findings_final === 0
              ? t("noneFinal")
              : t("ofWhichFinal", { count: shown(data.with_high_findings_final) })
          }
          href="/verifications?severity=high"
          tone="high"
        />
        <CountCard
          label={t("itemErrors")}
          count={data.with_item_errors}
          href="/verifications?has_item_error=true"
          tone="failed"
        />
      </dl>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Distribution
          id="by-status"
          title={t("byStatus")}
          counts={data.by_status}
          order={VERIFICATION_STATUSES}
          parameter="status"
          nameOf={statusName}
        />
        <Distribution
          id="by-documents-status"
          title={t("byDocumentsStatus")}
          counts={data.by_documents_status}
          order={DOCUMENTS_STATUSES}
          parameter="documents_status"
          nameOf={(value) => (value === "unknown" ? statusName(value) : documentsName(value))}
        />
      </div>
      <SectionBoundary of="recent">
        <RecentActivity />
      </SectionBoundary>
    </div>
  );
}

function Empty() {
  const t = useTranslations("overview.empty");
  const connects = useCurrentUser().may("webhooks.manage");
  return (
    <Message icon={<Inbox aria-hidden />} title={t("title")} level="h2">
      <p>{t("body")}</p>
      {connects && <TextLink href="/webhooks">{t("link")}</TextLink>}
    </Message>
  );
}

const MAX_SHOWN = 8;

/** The latest activity: the first rows of the unfiltered list, which the list page then finds in the cache. */
function RecentActivity() {
  const t = useTranslations("overview");
  const { data, isError } = useInfiniteQuery(verificationListOptions(VERIFICATION_FILTER.empty));
  const rows = data?.pages[0]?.items.slice(0, MAX_SHOWN);
  return (
    <section aria-labelledby="recent-activity">
      <Card className="gap-2">
        <div className="flex items-baseline justify-between gap-4">
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
            Array.from({ length: MAX_SHOWN }, (_, index) => `place-${index}`).map((place) => (
              <li key={place} className="flex h-10 items-center">
                <Skeleton className="h-4 w-full" />
              </li>
            ))}
          {rows?.map((row) => (
            <li
              key={row.verification_id}
              className="relative grid h-10 grid-cols-[minmax(0,1fr)_auto_5.5rem] items-center gap-4 text-sm sm:grid-cols-[minmax(0,1fr)_minmax(0,9rem)_9.5rem_6rem]"
            >
              <Link
                href={`/verifications/${encodeURIComponent(row.verification_id)}`}
                className="truncate font-medium after:absolute after:-inset-x-2 after:inset-y-0 after:rounded hover:after:bg-muted/50"
              >
                {row.title ?? row.tag ?? (
                  <span translate="no" className="font-mono text-xs">
                    {shortId(row.verification_id)}
                  </span>
                )}
              </Link>
              <span className="hidden truncate text-muted-foreground sm:block">{row.title !== null && row.tag}</span>
              <StatusMark status={row.status} />
              <span className="text-right text-muted-foreground text-xs tabular-nums">
                {row.last_activity_at && <RelativeInstant at={row.last_activity_at} />}
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}
