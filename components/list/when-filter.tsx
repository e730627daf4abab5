"use client";

import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { DayRange } from "./day-range.tsx";
import { FilterPanel } from "./filter-panel.tsx";

const HOUR_MS = 3_600_000;
const SPANS = [
  ["lastHour", HOUR_MS],
  ["lastDay", 24 * HOUR_MS],
  ["lastWeek", 168 * HOUR_MS],
] as const;

type Range = { from: string | null; to: string | null };
type Props = { label: string; range: Range; onChange: (part: Partial<Range>) => void };

/** From when to when: the last hours by one click, or days. */
export function WhenFilter({ label, range: { from, to }, onChange }: Props) {
  const t = useTranslations("list.when");
  const since = (ms: number) => `${new Date(Date.now() - ms).toISOString().slice(0, 16)}Z`;
  return (
    <FilterPanel label={label} count={Number(from !== null) + Number(to !== null)} panelClassName="w-72">
      <div className="flex flex-wrap gap-1.5 px-2 py-1.5">
        {SPANS.map(([name, ms]) => (
          <Button key={name} variant="outline" size="sm" onClick={() => onChange({ from: since(ms), to: null })}>
            {t(name)}
          </Button>
        ))}
        <Button variant="ghost" size="sm" onClick={() => onChange({ from: null, to: null })}>
          {t("anyTime")}
        </Button>
      </div>
      <DayRange
        legend={label}
        from={from}
        until={to}
        onFrom={(from) => onChange({ from })}
        onUntil={(to) => onChange({ to })}
      />
    </FilterPanel>
  );
}
