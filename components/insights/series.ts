import { useTranslations } from "next-intl";
import { SHORT_DAY, useDayFormat, useDayRange } from "#components/kit/time.tsx";
import type { Insights } from "#lib/insights/contract/insights.ts";
import { dayAfter } from "#lib/platform/contract/time.ts";
import type { ChartLine } from "./point-table.tsx";

const MONTH = { month: "short", year: "2-digit" } as const;

/** The points of an answer's series, each with its days and words. */
export function usePoints({ series, period }: Pick<Insights, "series" | "period">) {
  const range = useDayRange();
  const day = useDayFormat();
  const style = period.group === "month" ? MONTH : SHORT_DAY;
  return series.map(({ from }, index) => {
    const next = series[index + 1]?.from;
    const to = next === undefined ? period.to : dayAfter(next, -1);
    return { from, to, name: range(from, to), short: day(from, style) };
  });
}

type CountName = "created" | "completed" | "opened" | "decided" | "late";

/** The line of a count in the series whose files the figure of the same name lists. */
export function useCountLine({ series }: Pick<Insights, "series">): (name: CountName, tone: string) => ChartLine {
  const t = useTranslations("insights.line");
  return (name, tone) => ({
    key: name,
    name: t(name),
    tone,
    values: series.map((part) => part[name]),
    figure: { name },
  });
}
