"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChartNoAxesColumn, CloudOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Retry } from "#components/kit/buttons.tsx";
import { IgnoredNote, StaleNote } from "#components/kit/list/list-states.tsx";
import { useFilter } from "#components/kit/list/use-filter.ts";
import { Message } from "#components/kit/message.tsx";
import { unfoldForPrint } from "#components/kit/unfold-for-print.ts";
import { Waiting } from "#components/kit/waiting.tsx";
import { insightsOptions } from "#lib/insights/browser/insights.ts";
import { INSIGHTS, type Insights } from "#lib/insights/contract/insights.ts";
import { Skeleton } from "@/components/ui/skeleton";
import { CompletionSection } from "./completion-section.tsx";
import { FigureScope } from "./figure-link.tsx";
import { FindingsSection } from "./findings-section.tsx";
import { ComputedParts, type Computing, InsightsHead, narrowingOf } from "./insights-head.tsx";
import { ItemsSection } from "./items-section.tsx";
import { ReviewSection } from "./review-section.tsx";
import { WaitingSection } from "./waiting-section.tsx";

type Props = { today: string; timeZone: string };

export function InsightsView({ today, timeZone }: Props) {
  const t = useTranslations("insights");
  const filter = useFilter(INSIGHTS);
  const query = useQuery({ ...insightsOptions(filter.filter), placeholderData: keepPreviousData });
  const { isPlaceholderData } = query;
  const figures = query.data?.figures;
  const computing = isPlaceholderData || query.isError ? null : (query.data?.computing ?? null);
  // While the next answer loads, links use the filter of the shown answer.
  const [shown, setShown] = useState(filter.filter);
  if (query.data && !isPlaceholderData && shown !== filter.filter) setShown(filter.filter);
  const page = useRef<HTMLDivElement>(null);
  useEffect(() => unfoldForPrint(page), []);
  return (
    <div ref={page} className="max-w-7xl space-y-4">
      <IgnoredNote ignored={filter.ignored} />
      <InsightsHead
        filter={filter}
        figures={figures ?? null}
        progress={computing ?? (isPlaceholderData ? "loading" : null)}
        today={today}
        timeZone={timeZone}
      />
      {figures && <StaleNote query={query} />}
      {figures ? (
        <div aria-busy={isPlaceholderData}>
          {isEmpty(figures) ? (
            <Nothing isNarrowed={Object.values(narrowingOf(shown)).some((value) => value !== null)} />
          ) : (
            <FigureScope value={{ ...figures.period, narrowing: narrowingOf(shown) }}>
              <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2 print:grid-cols-1">
                <div className="min-w-0 space-y-4">
                  <CompletionSection data={figures} />
                  <WaitingSection data={figures} />
                  <ItemsSection data={figures} />
                </div>
                <div className="min-w-0 space-y-4">
                  <ReviewSection data={figures} />
                  <FindingsSection data={figures} />
                </div>
              </div>
            </FigureScope>
          )}
        </div>
      ) : query.isError ? (
        <Message role="alert" level="h2" icon={<CloudOff aria-hidden />} title={t("failed")}>
          <p>{t("failedBody")}</p>
          <Retry query={query} size="default" />
        </Message>
      ) : computing ? (
        <FirstComputation computing={computing} />
      ) : (
        <Waiting label={t("loading")}>
          <div className="space-y-4">
            {["completion", "waiting", "findings"].map((section) => (
              <Skeleton key={section} className="h-80 w-full" />
            ))}
          </div>
        </Waiting>
      )}
    </div>
  );
}

/** True if nothing happened in the period and no file waits. */
const isEmpty = ({ series, completion, funnel, waiting, findings, items, lookups, review, dates }: Insights): boolean =>
  completion.files + completion.unknown + completion.unreported === 0 &&
  findings.runs + items.length + waiting.length + lookups.found + lookups.failed === 0 &&
  review.opened + review.decided + review.reopened_by_facts === 0 &&
  !dates.unchecked &&
  funnel.every(({ files }) => files === 0) &&
  series.every(({ created }) => created === 0);

/** Instead of figures that were never computed. */
function FirstComputation({ computing }: { computing: Computing }) {
  const t = useTranslations("insights.computing");
  return (
    <Message level="h2" icon={<ChartNoAxesColumn aria-hidden />} title={t("first")}>
      <p>{t("firstBody")}</p>
      <ComputedParts computing={computing} className="w-64 max-w-full flex-col" />
    </Message>
  );
}

function Nothing({ isNarrowed }: { isNarrowed: boolean }) {
  const t = useTranslations("insights.empty");
  return (
    <Message role="status" level="h2" icon={<ChartNoAxesColumn aria-hidden />} title={t("title")}>
      <p>{t(isNarrowed ? "narrowed" : "body")}</p>
    </Message>
  );
}
