import { useFormatter, useTranslations } from "next-intl";
import { useId } from "react";
import { useController, useFormContext, useWatch } from "react-hook-form";
import type { ReviewPolicy } from "#lib/desk/contract/review/facts.ts";
import { Checkbox } from "@/components/ui/checkbox";
import { Field, FieldDescription, FieldError, FieldLabel, FieldLegend, FieldSet } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { NativeSelect, NativeSelectOptGroup, NativeSelectOption } from "@/components/ui/native-select";
import { usePolicyError } from "./policy-errors.ts";
import { PolicyPart } from "./policy-fields.tsx";

const DAYS = [1, 2, 3, 4, 5, 6, 7];

/** Zones of Mexico in the time zone database, including those near the border. */
const MEXICAN_ZONES = new Set([
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

export function WorkingHours() {
  const t = useTranslations("review-policy.working");
  const group = useTranslations("review-policy.group");
  const id = useId();
  const { register, getValues } = useFormContext<ReviewPolicy>();
  const [from, to] = useWatch<ReviewPolicy, ["working.from", "working.to"]>({ name: ["working.from", "working.to"] });
  const until = from && to && to <= from ? (from === "00:00" ? t("allDay") : t("nextDay", { to })) : null;
  const wrong = { from: usePolicyError("working.from"), to: usePolicyError("working.to") };
  const time = (end: "from" | "to") => (
    <Field>
      <FieldLabel htmlFor={`${id}-${end}`} className="font-normal">
        {t(end)}
      </FieldLabel>
      <Input
        id={`${id}-${end}`}
        type="time"
        aria-invalid={wrong[end] ? true : undefined}
        aria-describedby={wrong[end] ? `${id}-wrong` : until ? `${id}-until` : undefined}
        className="h-8 text-[0.8125rem]"
        {...register(`working.${end}`)}
      />
    </Field>
  );
  return (
    <PolicyPart legend={group("working")}>
      <FieldDescription>{t("about")}</FieldDescription>
      <WorkingDays />
      <div className="space-y-1.5">
        <div className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-3">
          {time("from")}
          {time("to")}
        </div>
        {until && <FieldDescription id={`${id}-until`}>{until}</FieldDescription>}
        <FieldError id={`${id}-wrong`}>{wrong.from ?? wrong.to}</FieldError>
      </div>
      <Field>
        <FieldLabel htmlFor={`${id}-zone`} className="font-normal">
          {t("zone")}
        </FieldLabel>
        <NativeSelect id={`${id}-zone`} size="sm" className="w-full" {...register("working.time_zone")}>
          <Zones now={getValues("working.time_zone")} />
        </NativeSelect>
      </Field>
    </PolicyPart>
  );
}

function WorkingDays() {
  const { field } = useController<ReviewPolicy, "working.days">({ name: "working.days" });
  const wrong = usePolicyError("working.days");
  const id = useId();
  const t = useTranslations("review-policy.working");
  const format = useFormatter();
  // 1 January 2024 was a Monday.
  const name = (day: number, weekday: "short" | "long") =>
    format.dateTime(new Date(Date.UTC(2024, 0, day)), { weekday, timeZone: "UTC" });
  return (
    <FieldSet className="gap-1.5">
      <FieldLegend className="sr-only">{t("days")}</FieldLegend>
      <div className="flex flex-wrap gap-1">
        {DAYS.map((day) => (
          <FieldLabel
            key={day}
            className="relative rounded-md border border-border px-2 py-1 font-normal text-[0.8125rem] text-muted-foreground has-checked:border-primary has-checked:bg-accent has-checked:text-foreground has-focus-visible:outline-2 has-focus-visible:outline-ring"
          >
            <Checkbox
              aria-label={name(day, "long")}
              aria-invalid={wrong ? true : undefined}
              aria-describedby={wrong && id}
              checked={field.value.includes(day)}
              onCheckedChange={(checked) =>
                field.onChange(DAYS.filter((one) => (one === day ? checked : field.value.includes(one))))
              }
              className="absolute inset-0 size-full appearance-none rounded-md outline-none"
            />
            {name(day, "short")}
          </FieldLabel>
        ))}
      </div>
      <FieldError id={id}>{wrong}</FieldError>
    </FieldSet>
  );
}

/** Mexican zones first. The current zone stays in the list even if this browser does not know it. */
function Zones({ now }: { now: string }) {
  const t = useTranslations("review-policy.working");
  const known = Intl.supportedValuesOf("timeZone");
  const all = known.includes(now) ? known : [now, ...known];
  const options = (zones: readonly string[]) =>
    zones.map((zone) => (
      <NativeSelectOption key={zone} value={zone}>
        {zone.replaceAll("_", " ")}
      </NativeSelectOption>
    ));
  return (
    <>
      <NativeSelectOptGroup label={t("mexico")}>
        {options(all.filter((zone) => MEXICAN_ZONES.has(zone)))}
      </NativeSelectOptGroup>
      <NativeSelectOptGroup label={t("elsewhere")}>
        {options(all.filter((zone) => !MEXICAN_ZONES.has(zone)))}
      </NativeSelectOptGroup>
    </>
  );
}
