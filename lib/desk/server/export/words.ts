import { createTranslator } from "next-intl";
import type { DatesColumn, ExportColumn } from "#lib/core/contract/verifications/export.ts";
import type { Locale } from "#lib/platform/contract/preferences.ts";
import { MESSAGES } from "#lib/platform/server/i18n/messages.ts";
import { MAX_ROWS } from "#lib/platform/server/tables/xlsx.ts";

/** The words of an export: its headings, and the values that the interface and the rules of reviews name. */
export type ExportWords = {
  heading: (column: ExportColumn) => string;
  /** A value of a column in words; unchanged without words. */
  value: (column: ExportColumn, value: string) => string;
  /** Names of the sheets and of the columns that only the sheet of findings has. */
  sheet: (name: "files" | "findings" | "dates") => string;
  datesHeading: (column: DatesColumn) => string;
  severity: string;
  finding: string;
  missingField: string;
  /** Note on a sheet without all findings. */
  cut?: string;
  reason: (words: { en: string; es: string }) => string;
};

const VALUES: Partial<Record<ExportColumn, string>> = {
  status: "verification.status",
  documents_status: "verification.documentsStatus",
  findings: "verification.severity",
  findings_source: "verification.findings.source",
  item_errors: "verification.itemError",
  item_types: "verification.itemType",
  possibly_incomplete: "verification.incomplete.part",
  review_state: "review.state",
  review_resolution: "review.resolution",
  review_proposal: "review.resolution",
  review_reasons: "review.reason",
  review_exceptions: "export.exception",
  due_causes: "review.cause",
};

/** The names and codes of the interface. */
export const CODES: ExportWords = {
  heading: (column) => column,
  value: (_column, value) => value,
  sheet: (name) => name,
  datesHeading: (column) => column,
  severity: "severity",
  finding: "message",
  missingField: "missing_field",
  reason: ({ en }) => en,
};

export function exportWords(locale: Locale): ExportWords {
  const t = createTranslator({ locale, messages: MESSAGES[locale], namespace: "export" });
  const any = createTranslator<Record<string, string>>({ locale, messages: MESSAGES[locale] as never });
  return {
    heading: (column) => t(`column.${column}`),
    value: (column, value) => {
      const key = `${VALUES[column]}.${value}`;
      return VALUES[column] && /^\w+$/.test(value) && !(value in Object.prototype) && any.has(key) ? any(key) : value;
    },
    sheet: (name) => t(`sheet.${name}`),
    datesHeading: (column) => t(`datesColumn.${column}`),
    severity: t("severity"),
    finding: t("finding"),
    missingField: t("missingField"),
    cut: t("cut", { rows: MAX_ROWS }),
    reason: ({ en, es }) => (locale === "en" ? en : es),
  };
}
