import { useTranslations } from "next-intl";
import { Form } from "#components/kit/form.tsx";
import { FilterPanel } from "#components/kit/list/filter-panel.tsx";
import { TextField } from "#components/kit/text-field.tsx";
import { useDayRange } from "#components/kit/time.tsx";
import { GROUPS, type Group } from "#lib/insights/contract/insights.ts";
import { groupOf, LAST_DAYS, daysOf as periodOf } from "#lib/insights/contract/period.ts";
import { dayAfter } from "#lib/platform/contract/time.ts";
import { Button } from "@/components/ui/button";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";

/** Named periods; days are `YYYY-MM-DD`, both included. */
export const PRESETS = [
  ...LAST_DAYS.map((days) => `last${days}` as const),
  ...(["month", "lastMonth", "quarter", "year"] as const),
];
type Preset = (typeof PRESETS)[number];
type Days = { from: string; to: string };

const MONTHS_OF_QUARTER = 3;

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The days of a preset as of today; the current month, quarter or year ends today. */
export function daysOf(preset: Preset, today: string): Days {
  const [year = 0, month = 1] = today.split("-").map(Number);
  const first = (months: number) => dayOf(Date.UTC(year, months, 1));
  switch (preset) {
    case "month":
      return { from: first(month - 1), to: today };
    case "lastMonth":
      return { from: first(month - 2), to: dayAfter(first(month - 1), -1) };
    case "quarter":
      return { from: first(month - 1 - ((month - 1) % MONTHS_OF_QUARTER)), to: today };
    case "year":
      return { from: first(0), to: today };
    default:
      return { from: dayAfter(today, 1 - Number(preset.slice("last".length))), to: today };
  }
}

/** The preset with these days, or null. */
export const presetOf = ({ from, to }: Days, today: string): Preset | null =>
  PRESETS.find((preset) => {
    const days = daysOf(preset, today);
    return days.from === from && days.to === to;
  }) ?? null;

/** The preset of an address without days. */
const DEFAULT: Preset = "last30";

type Props = { days: Days; today: string; onChange: (days: { from: string | null; to: string | null }) => void };

export function PeriodPanel({ days, today, onChange }: Props) {
  const t = useTranslations("insights.period");
  const range = useDayRange();
  const chosen = presetOf(days, today);
  // The address of the default preset has no days: its period moves with the current day.
  const choose = (preset: Preset) => onChange(preset === DEFAULT ? { from: null, to: null } : daysOf(preset, today));
  const send = (typed: FormData) => {
    const day = (end: string) => String(typed.get(end) ?? "");
    onChange(periodOf({ from: day("from"), to: day("to") }, today));
  };
  return (
    <FilterPanel label={chosen ? t(chosen) : range(days.from, days.to)} count={0} panelClassName="w-72">
      <ul className="grid grid-cols-2 gap-1 p-1" aria-label={t("label")}>
        {PRESETS.map((preset) => (
          <li key={preset}>
            <Button
              variant={preset === chosen ? "secondary" : "ghost"}
              size="sm"
              aria-pressed={preset === chosen}
              className="w-full justify-start"
              onClick={() => choose(preset)}
            >
              {t(preset)}
            </Button>
          </li>
        ))}
      </ul>
      <Form
        key={`${days.from} ${days.to}`}
        onSend={send}
        className="grid grid-cols-2 items-end gap-2 border-border border-t px-2 pt-2 pb-1"
      >
        {(["from", "to"] as const).map((end) => (
          <TextField key={end} label={t(end)} name={end} type="date" required max={today} defaultValue={days[end]} />
        ))}
        <Button type="submit" variant="outline" size="sm" className="col-span-2">
          {t("apply")}
        </Button>
      </Form>
    </FilterPanel>
  );
}

type GroupProps = { days: Days; group: Group; onChange: (group: Group) => void };

/** The grouping of the series; groupings with too many parts are not offered. */
export function GroupSelect({ days, group: shown, onChange }: GroupProps) {
  const t = useTranslations("insights.group");
  const groups = GROUPS.filter((group) => groupOf(group, days) === group);
  return (
    <NativeSelect
      size="sm"
      aria-label={t("label")}
      value={shown}
      onChange={({ target }) => onChange(groups.find((group) => group === target.value) ?? shown)}
    >
      {groups.map((group) => (
        <NativeSelectOption key={group} value={group}>
          {t(group)}
        </NativeSelectOption>
      ))}
    </NativeSelect>
  );
}
