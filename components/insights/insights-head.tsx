import { Download, FileText } from "lucide-react";
import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { useNames } from "#components/desk/verifications/filter-words.ts";
import { type FilterWords, ListChips } from "#components/kit/list/filter-chips.tsx";
import type { ListFilter } from "#components/kit/list/use-filter.ts";
import { PageHeader } from "#components/kit/page-header.tsx";
import { PrintButton } from "#components/kit/print-button.tsx";
import { useZoneName } from "#components/kit/record-time.tsx";
import { useDayRange } from "#components/kit/time.tsx";
import { insightsFile } from "#lib/insights/browser/insights.ts";
import type { Insights, InsightsAnswer, InsightsParameters } from "#lib/insights/contract/insights.ts";
import { daysOf, groupOf, previousDays } from "#lib/insights/contract/period.ts";
import { type Narrowing, NOT_NARROWED } from "#lib/platform/contract/figure.ts";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { NarrowingPanel } from "./narrowing-panel.tsx";
import { GroupSelect, PeriodPanel } from "./period-panel.tsx";

export const narrowingOf = ({ account, label, tag_prefix, policy_version }: InsightsParameters): Narrowing => ({
  account,
  label,
  tag_prefix,
  policy_version,
});

export type Computing = NonNullable<InsightsAnswer["computing"]>;

type Props = {
  filter: ListFilter<InsightsParameters>;
  figures: Insights | null;
  /** Whether another answer is loading, or computed. */
  progress: Computing | "loading" | null;
  today: string;
  timeZone: string;
};

/** Period, filters and time of the figures, with links to the export and the report. */
export function InsightsHead({ filter, figures, progress, today, timeZone }: Props) {
  const t = useTranslations("insights");
  const { filter: asked, change } = filter;
  const days = daysOf(asked, today);
  const applied = filter.applied.filter(({ name }) => name in NOT_NARROWED);
  const words = useNarrowingWords(applied.length > 0);
  return (
    <div className="space-y-3">
      <PageHeader title={t("title")}>
        <Button asChild variant="outline" size="sm">
          <Link href={`/insights/report?month=${days.from.slice(0, 7)}`} prefetch={false}>
            <FileText aria-hidden />
            {t("report")}
          </Link>
        </Button>
        <Button asChild variant="outline" size="sm">
          <a href={insightsFile(asked)} download>
            <Download aria-hidden />
            {t("csv")}
          </a>
        </Button>
        <PrintButton>{t("print")}</PrintButton>
      </PageHeader>
      <section aria-label={t("controls")} className="flex flex-wrap items-center gap-2 print:hidden">
        <PeriodPanel days={days} today={today} onChange={change} />
        <GroupSelect days={days} group={groupOf(asked.group, days)} onChange={(group) => change({ group })} />
        <NarrowingPanel narrowing={narrowingOf(asked)} onChange={change} />
      </section>
      <div className="print:hidden">
        <ListChips
          filter={{ ...filter, applied, clear: () => change(NOT_NARROWED) }}
          words={applied.map(words)}
          focusElsewhere={() => document.getElementById("main")?.focus({ preventScroll: true })}
        />
      </div>
      {applied.length > 0 && (
        <p className="hidden text-xs print:block">
          {applied
            .map(words)
            .map(({ name, value }) => `${name}: ${value}`)
            .join(" · ")}
        </p>
      )}
      <AsOf days={days} figures={figures} progress={progress} timeZone={timeZone} />
    </div>
  );
}

type AsOfProps = Pick<Props, "figures" | "progress" | "timeZone"> & { days: { from: string; to: string } };

/** The compared days, and the time of the figures. Screen readers announce the begin and the end of a computation. */
function AsOf({ days, figures, progress, timeZone }: AsOfProps) {
  const t = useTranslations("insights");
  const format = useFormatter();
  const zoneName = useZoneName();
  const range = useDayRange();
  const { from, to } = figures?.period ?? days;
  const previous = figures?.previous ?? previousDays(from, to);
  const computing = progress === "loading" ? null : progress;
  const status = () => {
    if (!figures) return computing ? t("computing.first") : "";
    if (progress === "loading") return t("loading");
    const { computed_at, pending_files } = figures;
    const at = format.dateTime(new Date(computed_at), { dateStyle: "medium", timeStyle: "short", timeZone });
    return [
      t("asOf", { at, zone: zoneName(timeZone) }),
      ...(pending_files > 0 ? [t("pending", { count: pending_files })] : []),
      ...(computing ? [t("computing.newer")] : []),
    ].join(" · ");
  };
  return (
    <div className="text-muted-foreground text-xs tabular-nums">
      <p>
        <span className="font-medium text-foreground">{range(from, to)}</span>{" "}
        <span>{t("compared", { days: range(previous.from, previous.to) })}</span>
      </p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p role="status" className={figures ? undefined : "sr-only"}>
          {status()}
        </p>
        {figures && computing && <ComputedParts computing={computing} className="w-44" />}
      </div>
    </div>
  );
}

type ComputedPartsProps = { computing: Computing; className: string };

/** The computed parts of an answer; their number is no part of a live region, which would announce each change. */
export function ComputedParts({ computing: { done, of }, className }: ComputedPartsProps) {
  const t = useTranslations("insights.computing");
  return (
    <div className={cn("flex items-center gap-2 text-muted-foreground text-xs tabular-nums print:hidden", className)}>
      <progress
        aria-label={t("progress")}
        value={done}
        max={of}
        className="block h-1.5 w-full min-w-0 appearance-none overflow-hidden rounded-full bg-border [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-border [&::-webkit-progress-value]:bg-primary"
      />
      <p className="shrink-0">{t("parts", { done, of })}</p>
    </div>
  );
}

type AppliedFilter = ListFilter<InsightsParameters>["applied"][number];

/** A filter in words, with the names of accounts and labels. */
function useNarrowingWords(isNeeded: boolean): (applied: AppliedFilter) => FilterWords {
  const t = useTranslations("insights.narrowing");
  const nameOf = useNames(isNeeded);
  return ({ name, value }) => ({
    name: t(name as keyof Narrowing),
    value: name === "account" || name === "label" ? (nameOf(name, value) ?? value) : value,
    title: name === "account" ? value : undefined,
  });
}
