import { createTranslator } from "next-intl";
import { reviewedOf, SAMPLE_RESULTS, type SampleSheet } from "#lib/desk/contract/review/sample.ts";
import type { Locale } from "#lib/platform/contract/preferences.ts";
import { MESSAGES } from "#lib/platform/server/i18n/messages.ts";
import type { Cell, Sheet } from "#lib/platform/server/tables/table.ts";
import { wallClock } from "#lib/platform/server/tables/wall-clock.ts";
import { decisionsAsWords } from "./decisions-table.ts";

/** A worksheet for people: its decisions with their results, and its facts. */
export function sampleSheets(sheet: SampleSheet, locale: Locale): [Sheet, Sheet] {
  const t = createTranslator({ locale, messages: MESSAGES[locale], namespace: "samples" });
  const { items, source, signed } = sheet;
  const zone = source.time_zone;
  const clock = wallClock(zone);
  const decisions = decisionsAsWords(items, locale, zone, {
    header: [t("column.result"), t("column.note"), t("column.reviewedBy"), `${t("column.reviewedAt")} (${zone})`],
    cellsOf: ({ result, note, reviewed_by, reviewed_at }) => [
      ...[result && t(`result.${result}`), note, reviewed_by, reviewed_at && clock(new Date(reviewed_at))],
    ],
  });
  const facts: Cell[][] = [
    [t("fact.period"), `${source.from} – ${source.to} (${zone})`],
    [t("fact.drawnAt"), clock(new Date(sheet.drawn_at))],
    [t("fact.drawnBy"), sheet.drawn_by_name],
    [t("fact.seed"), sheet.seed],
    [t("fact.population"), sheet.population],
    [t("fact.size"), sheet.size],
    [t("fact.reviewed"), reviewedOf(sheet)],
    ...SAMPLE_RESULTS.map((result) => [t(`result.${result}`), sheet.results[result]]),
    [t("fact.signedAt"), signed && clock(new Date(signed.at))],
    [t("fact.signedBy"), signed?.by_name ?? null],
    [t("digest"), signed?.digest ?? null],
  ];
  return [decisions, { name: t("sheet"), header: [t("fact.name"), t("fact.value")], pages: [facts] }];
}
