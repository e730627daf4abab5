"use client";

import {
  EXPORT_COLUMNS,
  EXPORT_FORMATS,
  EXPORT_VALUES,
  type ExportColumn,
  type ExportFormat,
  type ExportValues,
} from "#lib/contract/verifications/export.ts";

export type ExportChoices = { format: ExportFormat; values: ExportValues; columns: readonly ExportColumn[] };

const KEY = "cotejo:export";

/** The choices of the last export in this browser; all columns in words until there is one. */
export function rememberedExport(): ExportChoices {
  const [format, values, ...columns] = (localStorage.getItem(KEY) ?? "").split(",");
  const known = EXPORT_COLUMNS.filter((column) => columns.includes(column));
  return {
    format: EXPORT_FORMATS.find((one) => one === format) ?? "csv",
    values: EXPORT_VALUES.find((one) => one === values) ?? "words",
    columns: known.length > 0 ? known : EXPORT_COLUMNS,
  };
}

/** Names of columns alone: nothing of a file is kept in the browser. */
export const rememberExport = ({ format, values, columns }: ExportChoices): void =>
  localStorage.setItem(KEY, [format, values, ...columns].join());
