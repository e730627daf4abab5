import { X } from "lucide-react";
import { useNow, useTranslations } from "next-intl";
import { useId, useRef, useState } from "react";
import { useController } from "react-hook-form";
import { IconButton } from "#components/kit/icon-button.tsx";
import { EmptySection } from "#components/kit/section.tsx";
import { Time, useDayFormat } from "#components/kit/time.tsx";
import type { ReviewPolicy } from "#lib/desk/contract/review/facts.ts";
import { HOLIDAY_PRESETS, type HolidayPreset } from "#lib/desk/contract/review/policy.ts";
import { Button } from "@/components/ui/button";
import { FieldDescription, FieldError } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";
import { addHoliday, byYear, fillYear, yearOf } from "./policy-draft.ts";
import { usePolicyError } from "./policy-errors.ts";
import { PolicyPart } from "./policy-fields.tsx";

const YEARS_AHEAD = 10;
const MAX_HOLIDAYS = 500;

export function HolidayFields() {
  const { field } = useController<ReviewPolicy, "working.holidays">({ name: "working.holidays" });
  const holidays = field.value;
  const t = useTranslations("review-policy.holidays");
  const group = useTranslations("review-policy.group");
  const [said, setSaid] = useState("");
  const adding = useRef<HTMLInputElement>(null);
  const dayFormat = useDayFormat();
  const day = (one: string) => dayFormat(one, DAY_FORMAT);
  const change = (next: string[], words: string) => {
    field.onChange(next);
    setSaid(words);
  };
  const remove = (gone: string) => {
    change(
      holidays.filter((one) => one !== gone),
      t("removed", { day: day(gone) }),
    );
    adding.current?.focus();
  };
  return (
    <PolicyPart legend={group("holidays")}>
      {holidays.length === 0 ? (
        <EmptySection>{t("none")}</EmptySection>
      ) : (
        <div className="max-h-72 divide-y divide-border overflow-y-auto rounded-md border border-border">
          {byYear(holidays).map(([year, days]) => (
            <details key={year}>
              <summary className="cursor-pointer px-3 py-1.5 tabular-nums">
                {t("year", { year: String(year), count: days.length })}
              </summary>
              <ul className="px-3 pb-2">
                {days.map((one) => (
                  <li key={one} className="flex items-center justify-between gap-2 text-[0.8125rem]">
                    <Time at={one}>{day(one)}</Time>
                    <IconButton label={t("remove", { day: day(one) })} onClick={() => remove(one)}>
                      <X aria-hidden />
                    </IconButton>
                  </li>
                ))}
              </ul>
            </details>
          ))}
        </div>
      )}
      <CalendarChoice
        onFill={(preset, year) =>
          change(fillYear(holidays, preset, year), t("filled", { year: String(year), calendar: t(`preset.${preset}`) }))
        }
      />
      <DayToAdd ref={adding} onAdd={(added) => change(addHoliday(holidays, added), t("added", { day: day(added) }))} />
      <FieldError>{usePolicyError("working.holidays", MAX_HOLIDAYS)}</FieldError>
      <p role="status" className="sr-only">
        {said}
      </p>
    </PolicyPart>
  );
}

const DAY_FORMAT = { weekday: "short", day: "numeric", month: "long", year: "numeric" } as const;

/** Replaces the holidays of a year with those of a published calendar. */
function CalendarChoice({ onFill }: { onFill: (preset: HolidayPreset, year: number) => void }) {
  const t = useTranslations("review-policy.holidays");
  const id = useId();
  const first = useNow().getUTCFullYear();
  const [preset, setPreset] = useState<HolidayPreset>("lft");
  const [year, setYear] = useState(first);
  return (
    <div className="space-y-2">
      <NativeSelect
        size="sm"
        className="w-full"
        aria-label={t("calendar")}
        value={preset}
        onChange={({ target }) => setPreset(HOLIDAY_PRESETS.find((one) => one === target.value) ?? preset)}
        aria-describedby={id}
      >
        {HOLIDAY_PRESETS.map((one) => (
          <NativeSelectOption key={one} value={one}>
            {t(`preset.${one}`)}
          </NativeSelectOption>
        ))}
      </NativeSelect>
      <div className="flex items-center gap-2">
        <NativeSelect
          size="sm"
          aria-label={t("ofYear")}
          value={year}
          onChange={({ target }) => setYear(Number(target.value))}
          className="tabular-nums"
        >
          {Array.from({ length: YEARS_AHEAD + 1 }, (_, ahead) => first + ahead).map((one) => (
            <NativeSelectOption key={one}>{one}</NativeSelectOption>
          ))}
        </NativeSelect>
        <Button variant="outline" size="sm" onClick={() => onFill(preset, year)}>
          {t("fill")}
        </Button>
      </div>
      <FieldDescription id={id}>{t("fillAbout")}</FieldDescription>
    </div>
  );
}

type DayProps = { ref: React.RefObject<HTMLInputElement | null>; onAdd: (day: string) => void };

function DayToAdd({ ref, onAdd }: DayProps) {
  const t = useTranslations("review-policy.holidays");
  const [day, setDay] = useState("");
  const whole = /^\d{4}-\d{2}-\d{2}$/.test(day) && yearOf(day) >= 2000;
  const add = () => {
    if (!whole) return;
    onAdd(day);
    setDay("");
  };
  return (
    <div className="flex gap-2">
      <Input
        ref={ref}
        type="date"
        aria-label={t("day")}
        value={day}
        onChange={({ target }) => setDay(target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          // Enter adds this day instead of submitting the form.
          event.preventDefault();
          add();
        }}
        className="h-8 text-[0.8125rem] max-w-44"
      />
      <Button variant="outline" size="sm" aria-disabled={!whole} onClick={add}>
        {t("add")}
      </Button>
    </div>
  );
}
