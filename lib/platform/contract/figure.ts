import { isStorable } from "#lib/platform/contract/text.ts";
import { isMoment } from "#lib/platform/contract/url-parameters.ts";
import { dayAfter, type Instant } from "./time.ts";
import { startOfDay } from "./working-time.ts";

/**
 * The figures of the insights that link to their files. `value` selects one of several: a document status, a severity,
 * the id of a message. The SQL of each figure is in `lib/desk/server/list/figures.ts`.
 */
export const FIGURES = [
  "created",
  "completed",
  "completed_within",
  "completion_unknown",
  "completion_unreported",
  "entered",
  "stayed",
  "moved_back",
  "status_gap",
  "waiting",
  "run",
  "final_run",
  "empty_final_run",
  "clean",
  "severity",
  "message",
  "missing_field",
  "item",
  "lookup_found",
  "lookup_failed",
  "lookup_corrected",
  "lookup_error",
  "opened",
  "decided",
  "timed_decision",
  "resolution",
  "on_time",
  "late",
  "exception",
  "sentence",
  "unedited",
  "reopened",
  "reopened_by",
  "decided_by",
  "unchecked",
] as const;
export type FigureName = (typeof FIGURES)[number];

/** The filters of all figures of a page; null filters nothing. */
export type Narrowing = {
  account: string | null;
  label: string | null;
  tag_prefix: string | null;
  /** Files on which a decision was made under this version of the review policy. */
  policy_version: number | null;
};

export const NOT_NARROWED: Narrowing = { account: null, label: null, tag_prefix: null, policy_version: null };

/** A figure of a period, whose days are those of the policy's time zone, both inclusive (`YYYY-MM-DD`). */
export type Figure = { name: FigureName; value: string | null; from: string; to: string } & Narrowing;

/** Code units of a written figure. */
export const MAX_FIGURE = 2_000;
/** Code units of each text of a figure. */
const MAX_TEXT = 400;

/** `completed@2026-11-01..2026-11-30;label=vip`, `message~812@…`: reserved characters of values are percent-encoded. */
export function writeFigure({ name, value, from, to, ...narrowing }: Figure): string {
  const narrowed = Object.entries(narrowing)
    .filter(([, text]) => text !== null)
    .map(([key, text]) => `;${key}=${encodeURIComponent(String(text))}`);
  return `${name}${value === null ? "" : `~${encodeURIComponent(value)}`}@${from}..${to}${narrowed.join("")}`;
}

const FIGURE_TEXT = /^([a-z_]+)(?:~([^@;]*))?@(\d{4}-\d{2}-\d{2})\.\.(\d{4}-\d{2}-\d{2})((?:;[a-z_]+=[^;=]*)*)$/;

/** Null for anything that `writeFigure` did not write. */
export function readFigure(text: string): Figure | null {
  const [, name, value, from = "", to = "", rest = ""] = FIGURE_TEXT.exec(text) ?? [];
  const known = FIGURES.find((figure) => figure === name);
  if (!known || !isMoment(from) || !isMoment(to) || from > to || text.length > MAX_FIGURE) return null;
  try {
    const given = new Map(
      rest
        .split(";")
        .slice(1)
        .map((pair) => pair.split("=").map(decodeURIComponent) as [string, string]),
    );
    const one = (key: string) => given.get(key) ?? null;
    const version = one("policy_version");
    const figure: Figure = {
      name: known,
      value: value === undefined ? null : decodeURIComponent(value),
      ...{ from, to, account: one("account"), label: one("label"), tag_prefix: one("tag_prefix") },
      policy_version: version !== null && /^\d{1,9}$/.test(version) ? Number(version) : null,
    };
    const texts = [figure.value, figure.account, figure.label, figure.tag_prefix].filter((part) => part !== null);
    const isSound = texts.every((part) => isStorable(part) && part.length <= MAX_TEXT);
    return isSound && writeFigure(figure) === text ? figure : null;
  } catch {
    return null;
  }
}

export const isFigure = (text: string): boolean => readFigure(text) !== null;

/** Upper ends of the classes of time to completion, in seconds; the last class has none. */
export const COMPLETION_BUCKETS = [3_600, 14_400, 86_400, 259_200, 604_800, 1_209_600, 2_592_000] as const;
/** Upper ends of the classes of how long files wait, in days; the last class has none. */
export const WAITING_DAYS = [1, 3, 7, 14, 30] as const;

/** Days inclusive, in the policy's time zone; `since` and `until` are their instants, `until` exclusive. */
export type Period = { from: string; to: string; since: Instant; until: Instant };

/** Days with their instants in a time zone. */
export const periodOf = (from: string, to: string, timeZone: string): Period => ({
  from,
  to,
  since: startOfDay(from, timeZone),
  until: startOfDay(dayAfter(to, 1), timeZone),
});
