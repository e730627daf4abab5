"use client";

import { Eye, type LucideIcon, Undo2 } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { SmallTable } from "#components/list/small-table.tsx";
import { CircleDashed } from "#components/page/circle-dashed.tsx";
import { DocumentsMeter } from "#components/page/documents-meter.tsx";
import { formatDuration, StatedInstant } from "#components/page/time.tsx";
import { cn } from "@/components/ui/cn";
import type { Stay } from "./timeline-stays.ts";

/** The timeline in words: since when, in which status, how long, and what is not known for sure. */
export function DocumentsTable({ stays }: { stays: Stay[] }) {
  const t = useTranslations("verification.timeline");
  return (
    <SmallTable
      label={t("caption")}
      columns={[
        {
          id: "since",
          title: t("since"),
          place: "whitespace-nowrap py-1.5 pr-3 tabular-nums max-sm:w-px max-sm:text-xs max-sm:leading-5",
          cell: Since,
        },
        { id: "status", title: t("status"), place: "py-1.5 pr-3", cell: Status },
        { id: "stayed", title: t("stayed"), place: "py-1.5 tabular-nums max-sm:w-px", cell: Stayed },
      ]}
      rows={stays}
      keyOf={({ key }) => String(key)}
      above={({ gap, source }) => gap && <Mark icon={CircleDashed}>{t(source === "api" ? "gapFound" : "gap")}</Mark>}
      layout={{ table: "mt-3 w-full text-sm" }}
    />
  );
}

type Cell = { row: Stay };

const Since = ({ row }: Cell) => <StatedInstant at={new Date(row.startMs).toISOString()} text={row.startText} />;

function Status({ row: { status, backward, source } }: Cell) {
  const t = useTranslations("verification.timeline");
  return (
    <span className="flex flex-wrap items-baseline gap-x-3">
      <DocumentsMeter status={status} />
      {backward && (
        <Mark icon={Undo2} tone="text-medium">
          {t("backward")}
        </Mark>
      )}
      {source === "api" && <Mark icon={Eye}>{t("byReading")}</Mark>}
    </span>
  );
}

function Stayed({ row: { startMs, endMs, open } }: Cell) {
  const t = useTranslations("verification.timeline");
  const locale = useLocale();
  return (
    <>
      <span className="whitespace-nowrap">{formatDuration(endMs - startMs, locale)}</span>
      {open && <span className="text-muted-foreground"> {t("soFar")}</span>}
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
