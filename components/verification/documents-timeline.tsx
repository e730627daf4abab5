"use client";

import { useLocale, useNow, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { formatDuration } from "#components/time/duration.ts";
import { cn } from "#components/ui/cn.ts";
import type { TimelineEntry } from "#lib/contract/verification.ts";
import { DocumentsSteps, documentsStatusFill, useDocumentsStatusName } from "./documents-status.tsx";
import { DocumentsTable } from "./documents-table.tsx";
import { EmptySection, Section } from "./section.tsx";
import { firstCompletion, type Segment, timelineSegments } from "./view/timeline-segments.ts";

type Props = {
  entries: TimelineEntry[];
  /** What the read model takes for the current status: newer than the timeline where only one reading told it. */
  current: string | null;
  firstCompletedAt: string | null;
  createdAt: string | null;
};

/** How far the file has come, its documents_status timeline drawn to scale, and the same as a table. */
export function DocumentsTimeline({ entries, current, firstCompletedAt, createdAt }: Props) {
  const t = useTranslations("verification.timeline");
  const now = useNow({ updateInterval: 30_000 });
  const name = useDocumentsStatusName();
  const segments = timelineSegments(entries, now.getTime());
  const unconfirmed = current !== null && current !== (segments.at(-1)?.status ?? null);
  return (
    <Section
      id="documents"
      title={t("title")}
      aside={<Took entries={entries} firstCompletedAt={firstCompletedAt} createdAt={createdAt} />}
    >
      {current !== null && <DocumentsSteps status={current} />}
      {segments.length > 0 && (
        <>
          <Bars segments={segments} />
          <DocumentsTable segments={segments} />
        </>
      )}
      {segments.length === 0 && <EmptySection>{t(current === null ? "empty" : "onlyRead")}</EmptySection>}
      {unconfirmed && segments.length > 0 && (
        <p className="wrap-anywhere mt-3 text-muted-foreground text-xs">
          {t("unconfirmed", { status: name(current) })}
        </p>
      )}
    </Section>
  );
}

/** How long the file took until it was complete for the first time (interface, event rule 2). */
function Took({ entries, firstCompletedAt, createdAt }: Pick<Props, "entries" | "firstCompletedAt" | "createdAt">) {
  const t = useTranslations("verification.timeline");
  const locale = useLocale();
  const completion = firstCompletion(firstCompletedAt, createdAt, entries);
  if (completion === null || completion.tookMs === null) return null;
  const duration = formatDuration(completion.tookMs, locale);
  return t(completion.atMost ? "completeAfterAtMost" : "completeAfter", { duration });
}

/** A picture of what the table says; pointing at a bar names it. */
function Bars({ segments }: { segments: Segment[] }) {
  const t = useTranslations("verification.timeline");
  return (
    <>
      <div aria-hidden className="flex h-9 w-full overflow-hidden rounded-md">
        {segments.map((segment) => (
          <Bar key={segment.key} segment={segment} />
        ))}
      </div>
      {segments.some((segment) => segment.cut) && <Legend>{t("cut")}</Legend>}
      {segments.some((segment) => segment.source === "api") && <Legend>{t("hatched")}</Legend>}
    </>
  );
}

const Legend = ({ children }: { children: ReactNode }) => (
  <p aria-hidden className="mt-1 text-muted-foreground text-xs">
    {children}
  </p>
);

function Bar({ segment }: { segment: Segment }) {
  const locale = useLocale();
  const name = useDocumentsStatusName()(segment.status);
  const length = formatDuration(segment.endMs - segment.startMs, locale);
  return (
    <div
      title={`${name} · ${length}`}
      style={{ width: `${segment.share * 100}%` }}
      className={cn(
        "@container relative min-w-0 border-background border-r-2 last:border-r-0",
        documentsStatusFill(segment.status),
        segment.source === "api" && "timeline-read",
        segment.cut && "[mask-image:linear-gradient(to_right,black_75%,transparent)]",
      )}
    >
      {segment.gap && (
        <span className="absolute inset-y-0 left-0 w-1 bg-background outline-dashed outline-1 outline-foreground" />
      )}
      <span className="@min-[4.5rem]:block hidden px-2 py-1 text-[11px] leading-tight">
        <span className="block truncate font-medium">{name}</span>
        <span className="block truncate tabular-nums">{length}</span>
      </span>
    </div>
  );
}
