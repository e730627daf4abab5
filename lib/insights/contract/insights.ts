import type { z } from "zod";
import type { Narrowing } from "#lib/platform/contract/figure.ts";
import { count, day, defineFilter, oneOf, text } from "#lib/platform/contract/url-parameters.ts";
import type { insights, percentiles } from "./insights-answer.ts";

export const GROUPS = ["day", "week", "month"] as const;
export type Group = (typeof GROUPS)[number];

/** Maximal days of a period: two years and a day, so that a whole year has a year before it. */
export const MAX_PERIOD_DAYS = 732;
/** Maximal points of a series: the days of a quarter. A group with more points is replaced by a wider one. */
export const MAX_POINTS = 100;
/** Texts and codes of a ranking. */
export const MAX_RANKED = 100;
/** Entries of a ranking on the page; the export has the others. */
export const SHOWN_RANKED = 10;
/** Fewer files than this are counted, and not drawn or compared. */
export const MIN_COMPARED_FILES = 5;

/** The days around a period, and the period before, have instants too. */
const YEARS = /^2/;

/** Parameters of the page and of `GET /api/insights`. Without `from` and `to`: the last thirty days. */
export const INSIGHTS = defineFilter<{ from: string | null; to: string | null; group: string | null } & Narrowing>({
  from: day(YEARS),
  to: day(YEARS),
  group: oneOf(GROUPS),
  account: text(),
  label: text(),
  tag_prefix: text(),
  policy_version: count(999_999_999),
});
export type InsightsParameters = typeof INSIGHTS.empty;

export type Percentiles = z.output<typeof percentiles>;
export type Insights = z.output<typeof insights>;
export type PreviousFigures = Insights["previous"];

/** `GET /api/insights`: at once, also where the computation takes longer. */
export type InsightsAnswer = {
  /** The last figures that were computed; null before the first. */
  figures: Insights | null;
  /** Finished statements of a computation that will replace these figures, and all of its statements; null without one. */
  computing: { done: number; of: number } | null;
};
