import { useQuery } from "@tanstack/react-query";
import { useTimeZone, useTranslations } from "next-intl";
import { useState } from "react";
import { ActionDialog } from "#components/kit/action-dialog.tsx";
import { Cancel } from "#components/kit/buttons.tsx";
import { SelectField } from "#components/kit/select-field.tsx";
import {
  EXPORT_COLUMNS,
  EXPORT_FORMATS,
  EXPORT_PRESETS,
  EXPORT_VALUES,
  type ExportColumn,
  type ExportFormat,
  type ExportSheet,
  type ExportValues,
  MAX_EXPORTED,
} from "#lib/core/contract/verifications/export.ts";
import { VERIFICATION_FILTER, type VerificationFilter } from "#lib/core/contract/verifications/verification-filter.ts";
import { viewsOptions } from "#lib/desk/browser/views.ts";
import { mayAppearInUrl } from "#lib/platform/contract/curp-shape.ts";
import type { ListCount } from "#lib/platform/contract/pages.ts";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Collapsible, CollapsibleContent, CollapsibleTrigger } from "@/components/ui/collapsible";
import { FieldDescription, FieldLabel, FieldLegend, FieldSet } from "@/components/ui/field";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";

type Props = { filter: VerificationFilter; total: ListCount | undefined; onClosed: () => void };

export function ExportDialog({ filter, total, onClosed }: Props) {
  const t = useTranslations("export");
  const timeZone = useTimeZone() ?? "UTC";
  const [choices, setChoices] = useState(rememberedExport);
  const { format, values, columns, sheet } = choices;
  const { data: views } = useQuery(viewsOptions());
  const preset = sheet === "dates" ? sheet : presetOf(choices);
  // Other choices are in sight from the start.
  const [adjusted] = useState(preset === null);
  const setColumns = (chosen: readonly ExportColumn[]) => setChoices({ ...choices, columns: chosen });
  const searched = filter.q !== null && !mayAppearInUrl(filter.q);
  const tooMany = typeof total === "number" && total > MAX_EXPORTED[format];
  const why = searched
    ? t("searched")
    : columns.length === 0
      ? t("noColumns")
      : tooMany
        ? t("tooMany", { most: MAX_EXPORTED.xlsx })
        : null;
  const count =
    total !== undefined &&
    (typeof total === "number" ? t("count.exact", { count: total }) : t("count.atLeast", { count: total.at_least }));
  return (
    <ActionDialog
      title={t("title")}
      about={
        <>
          <p>{t("about")}</p>
          <p className="pt-1 font-medium text-foreground tabular-nums">{count}</p>
        </>
      }
      busy={false}
      onClosed={onClosed}
    >
      <SelectField
        label={t("format")}
        hint={t(`limits.${format}`, { most: MAX_EXPORTED[format] })}
        values={EXPORT_FORMATS}
        nameOf={(one) => t(`formats.${one}`)}
        value={format}
        onChange={(chosen) => setChoices({ ...choices, format: chosen })}
      />
      <RadioGroup
        value={preset}
        onValueChange={(value) => {
          const chosen = PRESETS.find((one) => one === value);
          if (chosen) setChoices({ format, sheet: "files", ...EXPORT_PRESETS[chosen] });
          else setChoices({ ...choices, sheet: "dates" });
        }}
      >
        <FieldLegend>{t("content")}</FieldLegend>
        {[...PRESETS, ...(views?.dated ? (["dates"] as const) : [])].map((one) => (
          <FieldLabel key={one} className="items-start font-normal">
            <RadioGroupItem value={one} className="mt-0.5" />
            <span key={one}>
              {t.rich(`presets.${one}`, {
                about: (text) => <span className="text-muted-foreground text-xs">{text}</span>,
              })}
            </span>
          </FieldLabel>
        ))}
      </RadioGroup>
      <Collapsible open={adjusted} hidden={sheet === "dates"}>
        <CollapsibleTrigger className="w-fit rounded text-sm">
          {t("adjust", { count: columns.length })}
        </CollapsibleTrigger>
        <CollapsibleContent className="space-y-4 pt-3">
          <SelectField
            label={t("values")}
            values={EXPORT_VALUES}
            nameOf={(one) => t(`valuesOf.${one}`)}
            value={values}
            onChange={(chosen) => setChoices({ ...choices, values: chosen })}
          />
          <FieldSet className="block">
            <FieldLegend>{t("columns")}</FieldLegend>
            <div className="grid max-h-52 grid-cols-1 gap-x-4 gap-y-1.5 overflow-y-auto rounded-md border border-border p-3 sm:grid-cols-2">
              {EXPORT_COLUMNS.map((column) => (
                <FieldLabel key={column} className="items-start font-normal">
                  <Checkbox
                    className="mt-0.5"
                    checked={columns.includes(column)}
                    onCheckedChange={(checked) =>
                      setColumns(EXPORT_COLUMNS.filter((one) => (one === column ? checked : columns.includes(one))))
                    }
                  />
                  <span>{t(`column.${column}`)}</span>
                </FieldLabel>
              ))}
            </div>
            <div className="flex flex-wrap items-baseline justify-between gap-x-4 pt-1.5">
              <FieldDescription>{t("zone", { zone: timeZone.replaceAll("_", " ") })}</FieldDescription>
              <Button variant="ghost" size="xs" onClick={() => setColumns([])}>
                {t("none")}
              </Button>
            </div>
          </FieldSet>
        </CollapsibleContent>
      </Collapsible>
      <p role="status" className="text-destructive text-sm empty:hidden">
        {why}
      </p>
      <div className="flex justify-end gap-2">
        <Cancel onClick={onClosed} />
        {why === null ? (
          <Button asChild>
            <a
              href={addressOf(filter, choices, timeZone)}
              download
              onClick={() => {
                rememberExport(choices);
                setTimeout(onClosed);
              }}
            >
              {t("start")}
            </a>
          </Button>
        ) : (
          <Button aria-disabled>{t("start")}</Button>
        )}
      </div>
    </ActionDialog>
  );
}

function addressOf(
  filter: VerificationFilter,
  { format, values, columns, sheet }: ExportChoices,
  timeZone: string,
): string {
  const parameters = VERIFICATION_FILTER.write(filter);
  if (sheet !== "files") parameters.set("sheet", sheet);
  parameters.set("format", format);
  parameters.set("values", values);
  if (columns.length < EXPORT_COLUMNS.length) parameters.set("columns", columns.join(","));
  parameters.set("time_zone", timeZone);
  return `/api/exports/verifications?${parameters}`;
}

type ExportChoices = {
  format: ExportFormat;
  sheet: ExportSheet;
  values: ExportValues;
  columns: readonly ExportColumn[];
};

const PRESETS = Object.keys(EXPORT_PRESETS) as (keyof typeof EXPORT_PRESETS)[];

/** The preset of these columns and values; null for other choices. */
const presetOf = ({ values, columns }: ExportChoices) =>
  PRESETS.find((name) => JSON.stringify(EXPORT_PRESETS[name]) === JSON.stringify({ values, columns })) ?? null;

const STORAGE_KEY = "cotejo:export";

/** The choices of the last export in this browser; before the first export, all columns in words. */
function rememberedExport(): ExportChoices {
  const [format, values, ...columns] = (localStorage.getItem(STORAGE_KEY) ?? "").split(",");
  const known = EXPORT_COLUMNS.filter((column) => columns.includes(column));
  return {
    format: EXPORT_FORMATS.find((one) => one === format) ?? "csv",
    sheet: "files",
    values: EXPORT_VALUES.find((one) => one === values) ?? "words",
    columns: known.length > 0 ? known : EXPORT_COLUMNS,
  };
}

/** Stores names of columns only: no data of a file stays in the browser. */
const rememberExport = ({ format, values, columns }: ExportChoices): void =>
  localStorage.setItem(STORAGE_KEY, [format, values, ...columns].join());
