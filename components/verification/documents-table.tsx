"use client";

import { Eye, type LucideIcon, Undo2, Webhook } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { documentsStatusFill } from "#components/page/marks.tsx";
import { useDocumentsStatusName } from "#components/page/service-words.ts";
import { ExactInstant, formatDuration } from "#components/page/time.tsx";
import { CircleDashed } from "#components/ui/circle-dashed.tsx";
import { cn } from "#components/ui/cn.ts";
import type { Segment } from "./timeline-segments.ts";

const COLUMNS = ["since", "status", "stayed"] as const;

/** The timeline in words: since when, in which status, how long, and what is not known for sure. */
export function DocumentsTable({ segments }: { segments: Segment[] }) {
  const t = useTranslations("verification.timeline");
  return (
    <table className="mt-3 w-full text-sm">
      <caption className="sr-only">{t("caption")}</caption>
      <thead>
        <tr className="text-left text-muted-foreground text-xs">
          {COLUMNS.map((column) => (
            <th key={column} scope="col" className="py-1 pr-3 font-normal last:pr-0">
              {t(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {segments.map((segment) => (
          <Stay key={segment.key} segment={segment} />
        ))}
      </tbody>
    </table>
  );
}

function Stay({ segment }: { segment: Segment }) {
  const t = useTranslations("verification.timeline");
  const locale = useLocale();
  const name = useDocumentsStatusName();
  return (
    <>
      {segment.gap && (
        <tr className="border-border border-t border-dashed">
          <td colSpan={COLUMNS.length} className="py-1.5">
            <Mark icon={CircleDashed}>{t(segment.source === "api" ? "gapFound" : "gap")}</Mark>
          </td>
        </tr>
      )}
      <tr className="border-border border-t align-top">
        <td className="whitespace-nowrap py-1.5 pr-3 tabular-nums max-sm:w-px max-sm:text-xs max-sm:leading-5">
          <ExactInstant at={new Date(segment.startMs).toISOString()} />
        </td>
        <td className="py-1.5 pr-3">
          <span className="flex gap-2">
            <span
              aria-hidden
              className={cn(
                "mt-1.5 size-2.5 shrink-0 rounded-full border border-border",
                documentsStatusFill(segment.status),
              )}
            />
            <span className="min-w-0">
              <span className="wrap-anywhere mr-2">{name(segment.status)}</span>
              {segment.backward && (
                <Mark icon={Undo2} tone="text-medium">
                  {t("backward")}
                </Mark>
              )}
              {segment.source === "api" ? (
                <Mark icon={Eye}>{t("byReading")}</Mark>
              ) : (
                // The usual case: where there is little room it is left to screen readers.
                <span className="max-sm:sr-only">
                  <Mark icon={Webhook}>{t("byEvent")}</Mark>
                </span>
              )}
            </span>
          </span>
        </td>
        <td className="py-1.5 tabular-nums max-sm:w-px">
          <span className="whitespace-nowrap">{formatDuration(segment.endMs - segment.startMs, locale)}</span>
          {segment.open && <span className="text-muted-foreground"> {t("soFar")}</span>}
        </td>
      </tr>
    </>
  );
}

function Mark({ icon: Icon, tone, children }: { icon: LucideIcon; tone?: string; children: string }) {
  return (
    <span className={cn("mr-2 inline-flex items-baseline gap-1 text-xs", tone ?? "text-muted-foreground")}>
      <Icon aria-hidden className="size-3.5 shrink-0 self-center" />
      {children}
    </span>
  );
}
