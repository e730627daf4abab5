"use client";

import { useTimeZone, useTranslations } from "next-intl";
import { type RefObject, useEffect, useId, useRef } from "react";
import { Input } from "#components/ui/input.tsx";
import { dayFrom, dayUntil, endOfDay, startOfDay } from "./days.ts";

type Props = {
  legend: string;
  /** Where the legend is the panel's own name, it is not shown once more. */
  legendShown?: boolean;
  /** As the address has them: an instant, or a day in UTC. */
  from: string | null;
  until: string | null;
  onFrom: (from: string | null) => void;
  onUntil: (until: string | null) => void;
};

/** A year that is still being typed is none yet. */
const EARLIEST = "1990-01-01";

/** A range of whole days, both included, in the reader's zone; the browser's own date fields. */
export function DayRange({ legend, legendShown = false, from, until, onFrom, onUntil }: Props) {
  const t = useTranslations("list.days");
  const timeZone = useTimeZone() ?? "UTC";
  const noteId = useId();
  const first = from === null ? "" : dayOf(from, dayFrom, timeZone);
  const last = until === null ? "" : dayOf(until, dayUntil, timeZone);
  return (
    <fieldset className="min-w-0 px-2 py-1" aria-describedby={noteId}>
      <legend className={legendShown ? "float-left w-full pb-1 font-medium text-muted-foreground text-xs" : "sr-only"}>
        {legend}
      </legend>
      <div className="clear-both grid grid-cols-[auto_1fr] items-center gap-x-3 gap-y-1.5 text-sm">
        <DayField label={t("from")} day={first} max={last} onDay={(day) => onFrom(day && startOfDay(day, timeZone))} />
        <DayField label={t("until")} day={last} min={first} onDay={(day) => onUntil(day && endOfDay(day, timeZone))} />
      </div>
      <p id={noteId} className="mt-1.5 text-muted-foreground text-xs">
        {t("zone", { zone: timeZone.replaceAll("_", " ") })}
      </p>
    </fieldset>
  );
}

/** The day a field shows: that of an address written by it, that of an address without a zone, or none. */
const dayOf = (value: string, read: typeof dayFrom, timeZone: string): string =>
  value.length === 10 ? value : (read(value, timeZone) ?? "");

type FieldProps = { label: string; day: string; min?: string; max?: string; onDay: (day: string | null) => void };

function DayField({ label, day, min, max, onDay }: FieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useShown(field, day);
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <Input
        ref={field}
        id={id}
        type="date"
        defaultValue={day}
        min={min || undefined}
        max={max || undefined}
        onChange={({ target: { value } }) => {
          if (value === "" || value >= EARLIEST) onDay(value || null);
        }}
        dense
      />
    </>
  );
}

/** A day chosen elsewhere gets into the field; while one is in it, what one types there is left alone. */
function useShown(field: RefObject<HTMLInputElement | null>, day: string): void {
  useEffect(() => {
    const { current } = field;
    if (current && current !== document.activeElement) current.value = day;
  }, [field, day]);
}
