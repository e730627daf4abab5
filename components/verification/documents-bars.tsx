"use client";

import { MoveHorizontal, Undo2 } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { documentsStatusFill } from "#components/page/marks.tsx";
import { formatDuration } from "#components/page/time.tsx";
import { useDocumentsStatusName } from "#components/page/words.tsx";
import { cn } from "#components/ui/cn.ts";
import { ScrollRegion } from "#components/ui/scroll-region.tsx";
import { leastShare, type Segment } from "./timeline-segments.ts";

/** The least width of a stay's bar, and of the whole picture: below it the picture scrolls. */
const BAR_REM = 2.5;
const PICTURE_REM = 34;

/** A picture of what the table says, to scale; a bar that is not has a mark. Pointing at a bar names it. */
export function DocumentsBars({ segments }: { segments: Segment[] }) {
  const t = useTranslations("verification.timeline");
  const width = Math.max(segments.length > 1 ? PICTURE_REM : 0, BAR_REM / leastShare(segments.length));
  const has = (test: (segment: Segment) => boolean) => segments.some(test);
  return (
    <>
      <ScrollRegion label={t("picture")} className="rounded-md">
        <div
          aria-hidden
          className="flex h-10 overflow-hidden rounded-md print:min-w-0!"
          style={{ minWidth: `${width}rem` }}
        >
          {segments.map((segment) => (
            <Bar key={segment.key} segment={segment} />
          ))}
        </div>
      </ScrollRegion>
      <div aria-hidden className="mt-1.5 flex flex-wrap gap-x-5 gap-y-0.5 text-muted-foreground text-xs">
        {has(({ fit }) => fit === "shortened") && <Legend sign={<Break />}>{t("shortened")}</Legend>}
        {has(({ fit }) => fit === "widened") && <Legend sign={<Widened />}>{t("widened")}</Legend>}
        {has(({ backward }) => backward) && <Legend sign={<Undo2 className="size-3" />}>{t("backward")}</Legend>}
        {has(({ gap }) => gap) && (
          <Legend sign={<span className="h-3 w-1 outline-dashed outline-1 outline-foreground" />}>
            {t("missing")}
          </Legend>
        )}
        {has(({ source }) => source === "api") && (
          <Legend sign={<span className="timeline-read h-3 w-4 rounded-sm bg-muted" />}>{t("hatched")}</Legend>
        )}
      </div>
    </>
  );
}

function Bar({ segment }: { segment: Segment }) {
  const t = useTranslations("verification.timeline");
  const locale = useLocale();
  const name = useDocumentsStatusName()(segment.status);
  const length = formatDuration(segment.endMs - segment.startMs, locale);
  return (
    <div
      title={[
        name,
        length,
        ...(segment.backward ? [t("backward")] : []),
        ...(segment.fit === "scaled" ? [] : [t(segment.fit)]),
      ].join(" · ")}
      style={{ width: `${segment.share * 100}%` }}
      className={cn(
        "@container relative min-w-0 border-background border-r-2 last:border-r-0",
        documentsStatusFill(segment.status),
        segment.source === "api" && "timeline-read",
      )}
    >
      {segment.gap && (
        <span className="absolute inset-y-0 left-0 w-1 bg-background outline-dashed outline-1 outline-foreground" />
      )}
      <span
        className={cn(
          "@min-[4rem]:block hidden px-2 py-1 text-[11px] leading-tight",
          segment.fit === "shortened" && "pr-5",
        )}
      >
        <span className="block truncate font-medium">
          {segment.backward && <Undo2 className="mr-0.5 inline size-3" />}
          {name}
        </span>
        <span className="block truncate tabular-nums">{length}</span>
      </span>
      {segment.fit === "shortened" && (
        <span className="absolute inset-y-0 right-1.5 flex">
          <Break />
        </span>
      )}
      {segment.fit === "widened" && (
        <span className="absolute right-1 bottom-0.5">
          <Widened />
        </span>
      )}
    </div>
  );
}

/** Two strokes through what is drawn shorter than it is, as on an axis that is broken. */
const Break = () => (
  <span className="flex min-h-3 -skew-x-12 gap-[3px]">
    <span className="w-[2px] bg-foreground" />
    <span className="w-[2px] bg-foreground" />
  </span>
);

const Widened = () => <MoveHorizontal className="size-3" />;

const Legend = ({ sign, children }: { sign: ReactNode; children: ReactNode }) => (
  <p className="flex items-center gap-2">
    <span className="flex w-4 shrink-0 justify-center">{sign}</span>
    {children}
  </p>
);
