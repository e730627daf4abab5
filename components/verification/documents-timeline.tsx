"use client";

import { CircleCheck, CircleDot, Hourglass } from "lucide-react";
import { useLocale, useNow, useTranslations } from "next-intl";
import { documentsStatusFill } from "#components/page/marks.tsx";
import { EmptySection, Section } from "#components/page/section.tsx";
import { ExactInstant, formatDuration, useClock } from "#components/page/time.tsx";
import { useDocumentsStatusName, useWords } from "#components/page/words.tsx";
import { cn } from "#components/ui/cn.ts";
import { DOCUMENTS_STATUSES, type TimelineEntry } from "#lib/contract/verifications/verification.ts";
import { DocumentsBars } from "./documents-bars.tsx";
import { DocumentsTable } from "./documents-table.tsx";
import { firstCompletion, timelineSegments } from "./timeline-segments.ts";

/** More stays than one takes in at a glance: the table is folded. */
const LONG_TABLE = 8;
const YOUNG_MS = 2 * 60_000;
const YOUNG_TICK_MS = 1_000;
/** A verification that has ended waits for nothing. */
const ENDED = new Set(["finished", "error"]);

type Props = {
  entries: TimelineEntry[];
  /** What the read model takes for the current status: newer than the timeline where only one reading stated it. */
  current: string | null;
  firstCompletedAt: string | null;
  createdAt: string | null;
  /** The verification's own status. */
  status: string | null;
};

/** How far the file has come, its documents_status timeline drawn to scale, and the same as a table. */
export function DocumentsTimeline({ entries, current, firstCompletedAt, createdAt, status }: Props) {
  const t = useTranslations("verification.timeline");
  const name = useDocumentsStatusName();
  const nowMs = useTick(entries.at(-1)?.at ?? null);
  const segments = timelineSegments(entries, nowMs);
  const last = segments.at(-1);
  const unconfirmed = current !== null && current !== (last?.status ?? null);
  return (
    <Section
      id="documents"
      title={t("title")}
      aside={<Took entries={entries} firstCompletedAt={firstCompletedAt} createdAt={createdAt} />}
    >
      {current !== null && <DocumentsSteps status={current} />}
      {last && last.status === current && current !== "full_upload" && !ENDED.has(status ?? "") && (
        <StillWaiting sinceMs={last.startMs} nowMs={last.endMs} />
      )}
      {segments.length > 0 && (
        <>
          <DocumentsBars segments={segments} />
          {segments.length > LONG_TABLE ? (
            <details className="mt-3">
              <summary className="w-fit rounded text-muted-foreground text-sm">
                {t("asTable", { count: segments.length })}
              </summary>
              <DocumentsTable segments={segments} />
            </details>
          ) : (
            <DocumentsTable segments={segments} />
          )}
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

/** Now, in ms since the epoch, for the last stay: each second while it is young, then with all other relative times. */
function useTick(lastAt: string | null): number {
  const clock = useClock().getTime();
  const isYoung = lastAt !== null && clock - Date.parse(lastAt) < YOUNG_MS;
  const second = useNow(isYoung ? { updateInterval: YOUNG_TICK_MS } : undefined).getTime();
  return Math.max(clock, second);
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

/** How long the file has been waiting. It ticks, so it is no live region: it would be read out each time. */
function StillWaiting({ sinceMs, nowMs }: { sinceMs: number; nowMs: number }) {
  const t = useTranslations("verification.timeline");
  const locale = useLocale();
  return (
    <p className="mb-4 flex items-center gap-2 text-sm">
      <Hourglass aria-hidden className="size-4 shrink-0 text-waiting" />
      <span>
        {t.rich("waiting", {
          duration: formatDuration(nowMs - sinceMs, locale),
          strong: (chunks) => <strong className="font-medium tabular-nums">{chunks}</strong>,
          at: () => <ExactInstant at={new Date(sinceMs).toISOString()} />,
        })}
      </span>
    </p>
  );
}

const STEPS: readonly string[] = DOCUMENTS_STATUSES;

/** How far the file has come, of the four steps, and what that step means. */
function DocumentsSteps({ status }: { status: string }) {
  const t = useTranslations("verification.timeline");
  const name = useDocumentsStatusName();
  const meaning = useWords("documentsMeaning")(status);
  const reached = STEPS.indexOf(status);
  return (
    <div className="mb-4">
      <ol aria-label={t("steps")} className="grid grid-cols-4 gap-1.5 text-xs">
        {STEPS.map((step, index) => {
          const current = step === status;
          const Icon = step === "full_upload" ? CircleCheck : CircleDot;
          return (
            <li key={step} aria-current={current ? "step" : undefined} className="min-w-0">
              <span
                aria-hidden
                className={cn("block h-1.5 rounded-full", index <= reached ? documentsStatusFill(step) : "bg-muted")}
              />
              <span className={cn("mt-1 flex gap-1 leading-tight", current ? "font-medium" : "text-muted-foreground")}>
                {current && <Icon aria-hidden className="size-3.5 shrink-0 max-sm:hidden" />}
                <span className="wrap-break-word min-w-0 hyphens-auto">{name(step)}</span>
              </span>
            </li>
          );
        })}
      </ol>
      <p className="wrap-anywhere mt-2 text-muted-foreground text-sm">{meaning ?? t("unnamed", { status })}</p>
    </div>
  );
}
