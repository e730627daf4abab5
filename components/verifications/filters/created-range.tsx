"use client";

import { useTimeZone, useTranslations } from "next-intl";
import { useId } from "react";
import { Input } from "#components/ui/input.tsx";
import { dayFrom, dayUntil, endOfDay, startOfDay } from "#components/verifications/view/days.ts";
import type { VerificationFilter } from "#lib/contract/verification-filter.ts";

type Range = Pick<VerificationFilter, "created_from" | "created_to">;

type Props = { range: Range; onChange: (range: Partial<Range>) => void; legendShown?: boolean };

/** A year that is still being typed is none yet. */
const EARLIEST = "1990-01-01";

/** Days of creation, both included, in the reader's zone; the browser's own date fields. */
export function CreatedRange({ range, onChange, legendShown = false }: Props) {
  const t = useTranslations("verifications.filters");
  const timeZone = useTimeZone() ?? "UTC";
  const fromId = useId();
  const toId = useId();
  const noteId = useId();
  const from = range.created_from === null ? null : dayOf(range.created_from, dayFrom, timeZone);
  const to = range.created_to === null ? null : dayOf(range.created_to, dayUntil, timeZone);
  return (
    <fieldset className="min-w-0 px-2 py-1" aria-describedby={noteId}>
      <legend className={legendShown ? "float-left w-full pb-1 font-medium text-muted-foreground text-xs" : "sr-only"}>
        {t("created")}
      </legend>
      <div className="clear-both grid grid-cols-[auto_1fr] items-center gap-x-3 gap-y-1.5 text-sm">
        <label htmlFor={fromId}>{t("from")}</label>
        <Input
          id={fromId}
          type="date"
          defaultValue={from ?? ""}
          max={to ?? undefined}
          onChange={({ target: { value } }) => {
            if (value === "") onChange({ created_from: null });
            else if (value >= EARLIEST) onChange({ created_from: startOfDay(value, timeZone) });
          }}
          className="h-8"
        />
        <label htmlFor={toId}>{t("until")}</label>
        <Input
          id={toId}
          type="date"
          defaultValue={to ?? ""}
          min={from ?? undefined}
          onChange={({ target: { value } }) => {
            if (value === "") onChange({ created_to: null });
            else if (value >= EARLIEST) onChange({ created_to: endOfDay(value, timeZone) });
          }}
          className="h-8"
        />
      </div>
      <p id={noteId} className="mt-1.5 text-muted-foreground text-xs">
        {t("zone", { zone: timeZone.replaceAll("_", " ") })}
      </p>
    </fieldset>
  );
}

/** The day a field shows: that of an address written by it, that of an address without a zone, or none. */
const dayOf = (value: string, read: typeof dayFrom, timeZone: string): string | null =>
  value.length === 10 ? value : read(value, timeZone);
