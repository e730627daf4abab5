"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useId } from "react";
import type { Working } from "#lib/contract/review/facts.ts";
import { Input } from "@/components/ui/input";
import { FieldGroup } from "./policy-fields.tsx";

const DAYS = [1, 2, 3, 4, 5, 6, 7];

/** The zones of Mexico, those of the border included, that the zone database tells apart. */
const MEXICAN = new Set([
  "America/Bahia_Banderas",
  "America/Cancun",
  "America/Chihuahua",
  "America/Ciudad_Juarez",
  "America/Hermosillo",
  "America/Matamoros",
  "America/Mazatlan",
  "America/Merida",
  "America/Mexico_City",
  "America/Monterrey",
  "America/Ojinaga",
  "America/Tijuana",
]);

type Props = { working: Working; onChange: (working: Working) => void };

/** Which hours of which days count. */
export function WorkingHours({ working, onChange }: Props) {
  const t = useTranslations("review-policy.working");
  const group = useTranslations("review-policy.group");
  const id = useId();
  const { days, from, to, time_zone } = working;
  return (
    <FieldGroup legend={group("working")}>
      <p className="text-muted-foreground text-xs">{t("about")}</p>
      <WorkingDays days={days} onChange={(days) => onChange({ ...working, days })} />
      <div className="flex items-center gap-x-3">
        <label htmlFor={`${id}-from`}>{t("from")}</label>
        <Input
          id={`${id}-from`}
          type="time"
          required
          value={from}
          onChange={({ target }) => onChange({ ...working, from: target.value })}
          className="h-8 text-[0.8125rem] max-w-32"
        />
        <label htmlFor={`${id}-to`}>{t("to")}</label>
        <Input
          id={`${id}-to`}
          type="time"
          required
          value={to}
          onChange={({ target }) => onChange({ ...working, to: target.value })}
          className="h-8 max-w-32 text-[0.8125rem]"
        />
      </div>
      <div className="space-y-1">
        <label htmlFor={`${id}-zone`}>{t("zone")}</label>
        <select
          id={`${id}-zone`}
          value={time_zone}
          onChange={({ target }) => onChange({ ...working, time_zone: target.value })}
          className="h-8 w-full min-w-0 rounded-md border border-input bg-card px-2 text-[0.8125rem]"
        >
          <Zones now={time_zone} />
        </select>
      </div>
    </FieldGroup>
  );
}

function WorkingDays({ days, onChange }: { days: readonly number[]; onChange: (days: number[]) => void }) {
  const t = useTranslations("review-policy.working");
  const format = useFormatter();
  // The first of January 2024 was a Monday.
  const name = (day: number, weekday: "short" | "long") =>
    format.dateTime(new Date(Date.UTC(2024, 0, day)), { weekday, timeZone: "UTC" });
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{t("days")}</legend>
      <div className="flex flex-wrap gap-1">
        {DAYS.map((day) => (
          <label
            key={day}
            className="relative rounded-md border border-border px-2 py-1 text-[0.8125rem] text-muted-foreground has-checked:border-primary has-checked:bg-accent has-checked:text-foreground has-focus-visible:outline-2 has-focus-visible:outline-ring"
          >
            <input
              type="checkbox"
              aria-label={name(day, "long")}
              checked={days.includes(day)}
              onChange={({ target: { checked } }) =>
                onChange(DAYS.filter((one) => (one === day ? checked : days.includes(one))))
              }
              className="absolute inset-0 appearance-none rounded-md outline-none"
            />
            {name(day, "short")}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Those of Mexico first. One that this browser does not know stays, as it is in force. */
function Zones({ now }: { now: string }) {
  const t = useTranslations("review-policy.working");
  const known = Intl.supportedValuesOf("timeZone");
  const all = known.includes(now) ? known : [now, ...known];
  const options = (zones: readonly string[]) =>
    zones.map((zone) => (
      <option key={zone} value={zone}>
        {zone.replaceAll("_", " ")}
      </option>
    ));
  return (
    <>
      <optgroup label={t("mexico")}>{options(all.filter((zone) => MEXICAN.has(zone)))}</optgroup>
      <optgroup label={t("elsewhere")}>{options(all.filter((zone) => !MEXICAN.has(zone)))}</optgroup>
    </>
  );
}
