import { useFormatter, useTimeZone, useTranslations } from "next-intl";
import { type RefObject, useEffect, useId, useRef } from "react";
import { instantFromMs } from "#lib/platform/contract/time.ts";
import { dateIn, startOfDay as instantOf } from "#lib/platform/contract/working-time.ts";
import { Button } from "@/components/ui/button";
import { FieldDescription, FieldLegend, FieldSet } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import { FilterPanel } from "./filter-panel.tsx";

/**
 * Days of a reader: from midnight to midnight in their time zone. The address holds instants, so that a link shows
 * every user the same verifications; a day without a zone in an address is a day in UTC (design §9).
 */

const DAY_MS = 86_400_000;

/** The first instant of a day (`YYYY-MM-DD`) in a zone, as the address writes it; null for an invalid day. */
export const startOfDay = (day: string, timeZone: string): string | null => midnight(day, 0, timeZone);

export const endOfDay = (day: string, timeZone: string): string | null => midnight(day, DAY_MS, timeZone);

function midnight(day: string, later: number, timeZone: string): string | null {
  const utc = Date.parse(`${day}T00:00Z`);
  if (Number.isNaN(utc)) return null;
  return `${instantOf(new Date(utc + later).toISOString().slice(0, 10), timeZone).slice(0, 16)}Z`;
}

/** The day whose beginning equals `created_from`; null for another instant. */
export const dayFrom = (value: string, timeZone: string): string | null => dayOfBound(value, 0, startOfDay, timeZone);

/** The last day before an exclusive `created_to` that is exactly a day's end; null for another instant. */
export const dayUntil = (value: string, timeZone: string): string | null => dayOfBound(value, 1, endOfDay, timeZone);

/** The day of the moment `before` milliseconds before the instant; null if the instant is not this bound of the day. */
function dayOfBound(value: string, before: number, boundOf: typeof startOfDay, timeZone: string): string | null {
  const instant = Date.parse(value);
  if (Number.isNaN(instant)) return null;
  const day = dateIn(instantFromMs(instant - before), timeZone);
  return Date.parse(boundOf(day, timeZone) ?? "") === instant ? day : null;
}

type Props = {
  legend: string;
  /** Hidden by default: the legend often repeats the name of the panel. */
  legendShown?: boolean;
  /** An instant, or a day in UTC, as in the address. */
  from?: string | null;
  until: string | null;
  /** Without it the range has no beginning. */
  onFrom?: (from: string | null) => void;
  onUntil: (until: string | null) => void;
};

/** Earlier days are ignored: their year is still being typed. */
const EARLIEST_DAY = "1990-01-01";

/** A range of whole days, both included, in the reader's time zone, by the browser's own date fields. */
export function DayRange({ legend, legendShown = false, from = null, until, onFrom, onUntil }: Props) {
  const t = useTranslations("list.days");
  const timeZone = useTimeZone() ?? "UTC";
  const noteId = useId();
  const first = from === null ? "" : dayOf(from, dayFrom, timeZone);
  const last = until === null ? "" : dayOf(until, dayUntil, timeZone);
  return (
    <FieldSet className="block px-2 py-1" aria-describedby={noteId}>
      <FieldLegend className={legendShown ? "float-left mb-0 w-full pb-1 text-muted-foreground text-xs" : "sr-only"}>
        {legend}
      </FieldLegend>
      <div className="clear-both grid grid-cols-[auto_1fr] items-center gap-x-3 gap-y-1.5 text-sm">
        {onFrom && (
          <DayField
            label={t("from")}
            day={first}
            max={last}
            onDay={(day) => onFrom(day && startOfDay(day, timeZone))}
          />
        )}
        <DayField label={t("until")} day={last} min={first} onDay={(day) => onUntil(day && endOfDay(day, timeZone))} />
      </div>
      <FieldDescription id={noteId} className="mt-1.5">
        {t("zone", { zone: timeZone.replaceAll("_", " ") })}
      </FieldDescription>
    </FieldSet>
  );
}

/** The day of a field, from an instant or a day in UTC; empty for other instants. */
const dayOf = (value: string, read: typeof dayFrom, timeZone: string): string =>
  value.length === 10 ? value : (read(value, timeZone) ?? "");

type FieldProps = { label: string; day: string; min?: string; max?: string; onDay: (day: string | null) => void };

function DayField({ label, day, min, max, onDay }: FieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useFieldValue(field, day);
  return (
    <>
      <Label htmlFor={id} className="font-normal">
        {label}
      </Label>
      <Input
        ref={field}
        id={id}
        type="date"
        defaultValue={day}
        min={min || undefined}
        max={max || undefined}
        onChange={({ target: { value } }) => {
          if (value === "" || value >= EARLIEST_DAY) onDay(value || null);
        }}
        className="h-8 text-[0.8125rem]"
      />
    </>
  );
}

/** Copies a changed day into the field, except while the field has the focus. */
function useFieldValue(field: RefObject<HTMLInputElement | null>, day: string): void {
  useEffect(() => {
    const { current } = field;
    if (current && current !== document.activeElement) current.value = day;
  }, [field, day]);
}

/**
 * The ends of a range in words: a whole day in the reader's time zone by its date, another instant with its time; a day
 * without a zone is in UTC.
 */
export function useDayWords() {
  const t = useTranslations("list.days");
  const format = useFormatter();
  const timeZone = useTimeZone() ?? "UTC";
  const date = (day: string) => format.dateTime(new Date(day), { dateStyle: "medium", timeZone: "UTC" });
  const moment = (value: string, read: typeof dayFrom) => {
    if (value.length === 10) return t("utcDay", { day: date(value) });
    const day = read(value, timeZone);
    return day === null ? format.dateTime(new Date(value), { dateStyle: "medium", timeStyle: "short" }) : date(day);
  };
  return { from: (value: string) => moment(value, dayFrom), until: (value: string) => moment(value, dayUntil) };
}

const HOUR_MS = 3_600_000;
const SPANS = [
  ["lastHour", HOUR_MS],
  ["lastDay", 24 * HOUR_MS],
  ["lastWeek", 168 * HOUR_MS],
] as const;

type TimeRange = { from: string | null; to: string | null };
type WhenProps = { label: string; range: TimeRange; onChange: (part: Partial<TimeRange>) => void };

/** A filter by time: the last hours by one click, or days. */
export function WhenFilter({ label, range: { from, to }, onChange }: WhenProps) {
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
