import { createTranslator } from "next-intl";
import type { Insights } from "#lib/insights/contract/insights.ts";
import type { Locale } from "#lib/platform/contract/preferences.ts";
import { MESSAGES } from "#lib/platform/server/i18n/messages.ts";
import type { Cell, Sheet } from "#lib/platform/server/tables/table.ts";
import { type InsightRow, insightRows } from "./export.ts";

const COLUMNS = [
  "section",
  "figure",
  "value",
  "from",
  "to",
  "number",
  "unit",
  "files",
  "previous",
] as const satisfies (keyof InsightRow)[];

/** Figures as programs read them: the names of the interface, and durations in seconds. */
export const insightsAsCodes = (insights: Insights): Sheet => ({
  name: "insights",
  header: COLUMNS,
  pages: [insightRows(insights).map((row) => COLUMNS.map((name) => row[name]))],
});

/** The message namespace of a figure's values, if they have one. */
const VALUE_NAMESPACES: Record<string, string> = {
  entered: "verification.documentsStatus",
  time_in_status: "verification.documentsStatus",
  moved_back: "verification.documentsStatus",
  severity: "verification.severity",
  resolution: "review.resolution",
  exception_kind: "export.exception",
  lookup_error: "people.outcomes",
  reopened_by: "insights-export.change",
};
/** Figures whose values are two codes with a colon between. */
const PAIR_NAMESPACES: Record<string, [first: string, second: string]> = {
  waiting: ["verification.documentsStatus", ""],
  item: ["verification.itemType", "verification.itemError"],
};

export function insightsAsWords(insights: Insights, locale: Locale): Sheet {
  const messages = MESSAGES[locale];
  const t = createTranslator({ locale, messages, namespace: "insights-export" });
  const any = createTranslator<Record<string, string>>({ locale, messages: messages as never });
  const wordOf = (namespace: string, code: string): string => {
    const key = `${namespace}.${code}`;
    return /^\w+$/.test(code) && !(code in Object.prototype) && any.has(key) ? any(key) : code;
  };
  const valueWords = ({ figure, value }: InsightRow): Cell => {
    if (value === null) return null;
    const pair = PAIR_NAMESPACES[figure];
    if (pair) {
      const [first = "", second = ""] = value.split(":");
      const last = figure === "waiting" ? daysOf(second) : wordOf(pair[1], second);
      return [wordOf(pair[0], first), last].filter((part) => part !== "").join(" · ");
    }
    if (figure === "completed_within")
      return value === "more" ? t("longer") : t("within", { hours: Number(value) / 3_600 });
    return wordOf(VALUE_NAMESPACES[figure] ?? "", value);
  };
  const daysOf = (upper: string): string => (upper === "more" ? t("longer") : t("days", { days: Number(upper) }));
  return {
    name: t("sheet"),
    header: COLUMNS.map((name) => t(`column.${name}`)),
    pages: [
      insightRows(insights).map((row) =>
        COLUMNS.map((name): Cell => {
          if (name === "section" || name === "figure" || name === "unit")
            return wordOf(`insights-export.${name}`, row[name]);
          return name === "value" ? valueWords(row) : row[name];
        }),
      ),
    ],
  };
}
