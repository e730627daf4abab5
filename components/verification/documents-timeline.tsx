"use client";

import { CircleDashed, Undo2 } from "lucide-react";
import { useLocale, useNow, useTranslations } from "next-intl";
import { formatDuration } from "#components/time/duration.ts";
import { ExactInstant } from "#components/time/instant.tsx";
import type { TimelineEntry } from "#lib/contract/verification.ts";
import { EmptySection, Section } from "./section.tsx";
import { firstCompletion, type Segment, timelineSegments } from "./view/timeline-segments.ts";

const FILL: Record<string, string> = {
  pending_upload: "bg-step-1",
  partial_upload: "bg-step-2",
  pending_external: "bg-step-3",
  full_upload: "bg-step-4",
};

export function useDocumentsStatusName() {
  const t = useTranslations("verification.documentsStatus");
  return (status: string) => (t.has(status) ? t(status) : status);
}

/** The documents_status timeline, drawn to scale, and the same as a table. */
export function DocumentsTimeline({
  entries,
  firstCompletedAt,
  createdAt,
}: {
  entries: TimelineEntry[];
  firstCompletedAt: string | null;
  createdAt: string | null;
}) {
  const t = useTranslations("verification.timeline");
  const locale = useLocale();
  const now = useNow({ updateInterval: 30_000 });
  const name = useDocumentsStatusName();
  const segments = timelineSegments(entries, now.getTime());
  const completion = firstCompletion(firstCompletedAt, createdAt);
  const last = segments.at(-1);
  return (
    <Section
      id="documents"
      title={t("title")}
      aside={
        completion?.tookMs !== null && completion !== null
          ? t("completeAfter", { duration: formatDuration(completion.tookMs, locale) })
          : last && last.status !== "full_upload"
            ? t("stillWaiting", { duration: formatDuration(last.endMs - last.startMs, locale) })
            : null
      }
    >
      {segments.length === 0 ? (
        <EmptySection>{t("empty")}</EmptySection>
      ) : (
        <>
          <div aria-hidden className="flex h-9 w-full overflow-hidden rounded-md">
            {segments.map((segment, index) => (
              <Bar key={`${segment.startMs}-${index}`} segment={segment} name={name(segment.status)} locale={locale} />
            ))}
          </div>
          <div className="mt-3 overflow-x-auto">
            <table className="w-full text-sm">
              <caption className="sr-only">{t("caption")}</caption>
              <thead>
                <tr className="text-left text-muted-foreground text-xs">
                  <th scope="col" className="py-1 pr-4 font-normal">
                    {t("since")}
                  </th>
                  <th scope="col" className="py-1 pr-4 font-normal">
                    {t("status")}
                  </th>
                  <th scope="col" className="py-1 pr-4 font-normal">
                    {t("stayed")}
                  </th>
                  <th scope="col" className="py-1 font-normal">
                    {t("known")}
                  </th>
                </tr>
              </thead>
              <tbody>
                {segments.map((segment, index) => (
                  <TimelineRow
                    key={`${segment.startMs}-${index}`}
                    segment={segment}
                    name={name(segment.status)}
                    locale={locale}
                  />
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </Section>
  );
}

function Bar({ segment, name, locale }: { segment: Segment; name: string; locale: string }) {
  const length = formatDuration(segment.endMs - segment.startMs, locale);
  return (
    <div
      title={`${name} · ${length}`}
      style={{ width: `${segment.share * 100}%` }}
      className={`relative min-w-0 border-background border-r-2 last:border-r-0 ${FILL[segment.status] ?? "bg-muted"} ${
        segment.source === "api" ? "timeline-read" : ""
      }`}
    >
      {segment.gap && (
        <span className="absolute inset-y-0 left-0 w-1 bg-background outline-dashed outline-1 outline-foreground" />
      )}
      {segment.share > 0.14 && (
        <span className="block truncate px-2 py-1 text-[11px] leading-tight">
          <span className="block truncate font-medium">{name}</span>
          <span className="block truncate tabular-nums opacity-80">{length}</span>
        </span>
      )}
    </div>
  );
}

function TimelineRow({ segment, name, locale }: { segment: Segment; name: string; locale: string }) {
  const t = useTranslations("verification.timeline");
  return (
    <>
      {segment.gap && (
        <tr>
          <td colSpan={4} className="py-1 text-muted-foreground text-xs">
            <span className="inline-flex items-center gap-1.5">
              <CircleDashed aria-hidden className="size-3.5" />
              {t("gap")}
            </span>
          </td>
        </tr>
      )}
      <tr className="border-border border-t">
        <td className="whitespace-nowrap py-1.5 pr-4 tabular-nums">
          <ExactInstant at={new Date(segment.startMs).toISOString()} />
        </td>
        <td className="py-1.5 pr-4">
          <span className="inline-flex items-center gap-2">
            <span aria-hidden className={`size-2.5 shrink-0 rounded-full ${FILL[segment.status] ?? "bg-muted"}`} />
            {name}
            {segment.backward && (
              <span className="inline-flex items-center gap-1 text-medium text-xs">
                <Undo2 aria-hidden className="size-3.5" />
                {t("backward")}
              </span>
            )}
          </span>
        </td>
        <td className="whitespace-nowrap py-1.5 pr-4 tabular-nums">
          {formatDuration(segment.endMs - segment.startMs, locale)}
          {segment.open && <span className="ml-1 text-muted-foreground">{t("soFar")}</span>}
        </td>
        <td className="whitespace-nowrap py-1.5 text-muted-foreground">
          {t(segment.source === "api" ? "byReading" : "byEvent")}
        </td>
      </tr>
    </>
  );
}
