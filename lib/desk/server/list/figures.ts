import {
  COMPLETION_BUCKETS,
  type Figure,
  type FigureName,
  type Narrowing,
  type Period,
  WAITING_DAYS,
} from "#lib/platform/contract/figure.ts";
import { escapeLike, type Parameters } from "#lib/platform/server/db/list-query.ts";

/*
 * The files behind the figures of the insights. The conditions below count each figure, and find its files for the list.
 */

export const within = (
  column: string,
  { since, until }: Pick<Period, "since" | "until">,
  { add }: Parameters,
): string => `${column} >= ${add(since)}::timestamptz AND ${column} < ${add(until)}::timestamptz`;

/** SQL conditions on rows of the tables of `0035_insights.sql`, by figure. */
export const FIGURE_CONDITIONS = {
  completed: "completed_after IS NOT NULL",
  completion_unknown: "completed_after IS NULL",
  stayed: "stayed IS NOT NULL",
  moved_back: "is_backward",
  status_gap: "is_gap",
  final_run: "source = 'final'",
  empty_final_run: "source = 'final' AND findings = 0",
  lookup_found: "people_error IS NULL",
  lookup_failed: "people_error IS NOT NULL",
  lookup_corrected: "is_corrected",
  opened: "kind = 'opened'",
  decided: "kind = 'decided'",
  timed_decision: "kind = 'decided' AND took IS NOT NULL",
  on_time: "kind = 'decided' AND is_on_time",
  late: "kind = 'decided' AND NOT is_on_time",
  exception: "kind = 'decided' AND exceptions <> '{}'",
  sentence: "kind = 'decided' AND sentence IS NOT NULL",
  unedited: "kind = 'decided' AND sentence = 'unedited'",
  reopened: "kind = 'reopened'",
} as const satisfies Partial<Record<FigureName, string>>;

/** SQL on a summary: the file is neither complete nor finished, and the time of its documents status is known. */
export const IS_WAITING =
  "documents_status <> 'full_upload' AND status IS DISTINCT FROM 'finished' AND documents_status_at IS NOT NULL";

/** SQL on a row of `file_dates`: on this day, a relationship that nobody has checked for more than a year. */
export const uncheckedOn = (day: string): string => `unchecked_since + interval '12 months' < ${day}::date`;

/** SQL: the number of a value's class (bucket). `ends`: the upper ends of all classes but the last. */
export const classOf = (value: string, ends: readonly number[]): string =>
  `(${ends.map((end) => `(${value} > ${end})::int`).join(" + ")})`;

/** Completion is in seconds, waiting in days. */
export const COMPLETION_CLASS = classOf("completed_after", COMPLETION_BUCKETS);
export const WAITING_CLASS = classOf("extract(epoch FROM now() - documents_status_at) / 86400", WAITING_DAYS);

/** SQL: the id of a text in `insight_texts`. */
const textId = (text: string): string =>
  `('x' || encode(substr(sha256(convert_to(${text}::text, 'UTF8')), 1, 8), 'hex'))::bit(64)::bigint`;

/** The value of an item is JSON of two texts or nulls, which are cut to this length where they are compared. */
export const MAX_CODE = 80;

function itemOf(value: string): [type: string | null, error: string | null] {
  try {
    const [type = null, error = null] = JSON.parse(value) as (string | null)[];
    return [type, error];
  } catch {
    return [null, null];
  }
}

/** Whether a value is an integer of 64 bits. */
const isId = (value: string): boolean =>
  /^-?\d{1,19}$/.test(value) && BigInt.asIntN(64, BigInt(value)) === BigInt(value);

type FigureSource = { table: string; at: string | null; condition: string };

const sourceOf =
  (table: string, at: string) =>
  (condition = "true"): FigureSource => ({ table, at, condition });
const created = sourceOf("verification_summaries", "created_at");
const completed = sourceOf("insight_files", "completed_at");
const change = sourceOf("insight_status_changes", "at");
const run = sourceOf("insight_runs", "at");
const failure = sourceOf("insight_item_failures", "at");
const lookup = sourceOf("insight_lookups", "at");
const review = sourceOf("insight_reviews", "at");

/** A figure whose required value is missing has no file. */
const NO_FILES: FigureSource = { table: "insight_files", at: null, condition: "false" };

/** `day`: the last day of the period. */
const SOURCES: Record<FigureName, (value: string, parameters: Parameters, day: string) => FigureSource> = {
  created: () => created(),
  completed: () => completed(FIGURE_CONDITIONS.completed),
  completed_within: (value, { add }) =>
    /^\d$/.test(value)
      ? completed(`${FIGURE_CONDITIONS.completed} AND ${COMPLETION_CLASS} = ${add(value)}::int`)
      : NO_FILES,
  completion_unknown: () => completed(FIGURE_CONDITIONS.completion_unknown),
  completion_unreported: () => sourceOf("insight_files", "unreported_at")(),
  entered: (value, { add }) => change(`documents_status = ${add(value)}`),
  stayed: (value, { add }) => change(`${FIGURE_CONDITIONS.stayed} AND previous = ${add(value)}`),
  moved_back: (value, { add }) => change(`${FIGURE_CONDITIONS.moved_back} AND documents_status = ${add(value)}`),
  status_gap: () => change(FIGURE_CONDITIONS.status_gap),
  waiting: (value, { add }) => {
    const [, status, place] = /^(.*):(\d)$/.exec(value) ?? [];
    if (status === undefined) return NO_FILES;
    const condition = `${IS_WAITING} AND documents_status = ${add(status)} AND ${WAITING_CLASS} = ${add(place)}::int`;
    return { table: "verification_summaries", at: null, condition };
  },
  run: () => run(),
  final_run: () => run(FIGURE_CONDITIONS.final_run),
  empty_final_run: () => run(FIGURE_CONDITIONS.empty_final_run),
  clean: () => sourceOf("insight_files", "clean_at")(),
  severity: (value) => (["high", "medium", "low"].includes(value) ? run(`${value} > 0`) : NO_FILES),
  message: (value, { add }) => (isId(value) ? run(`messages @> ARRAY[${add(value)}::bigint]`) : NO_FILES),
  missing_field: (value, { add }) => run(`missing_fields @> ARRAY[${textId(add(value))}]`),
  item: (value, { add }) => {
    const [type, error] = itemOf(value);
    return failure(
      `left(item_type, ${MAX_CODE}) IS NOT DISTINCT FROM ${add(type)}::text
        AND left(item_error, ${MAX_CODE}) IS NOT DISTINCT FROM ${add(error)}::text`,
    );
  },
  lookup_found: () => lookup(FIGURE_CONDITIONS.lookup_found),
  lookup_failed: () => lookup(FIGURE_CONDITIONS.lookup_failed),
  lookup_corrected: () => lookup(FIGURE_CONDITIONS.lookup_corrected),
  lookup_error: (value, { add }) => lookup(`left(people_error, ${MAX_CODE}) = ${add(value)}`),
  opened: () => review(FIGURE_CONDITIONS.opened),
  decided: () => review(FIGURE_CONDITIONS.decided),
  timed_decision: () => review(FIGURE_CONDITIONS.timed_decision),
  resolution: (value, { add }) => review(`${FIGURE_CONDITIONS.decided} AND resolution = ${add(value)}`),
  on_time: () => review(FIGURE_CONDITIONS.on_time),
  late: () => review(FIGURE_CONDITIONS.late),
  exception: (value, { add }) => {
    const kind = value === "" ? "" : ` AND exceptions @> ARRAY[${add(value)}::text]`;
    return review(`${FIGURE_CONDITIONS.exception}${kind}`);
  },
  sentence: () => review(FIGURE_CONDITIONS.sentence),
  unedited: () => review(FIGURE_CONDITIONS.unedited),
  reopened: () => review(FIGURE_CONDITIONS.reopened),
  reopened_by: (value, { add }) => review(`${FIGURE_CONDITIONS.reopened} AND changes @> ARRAY[${add(value)}::text]`),
  decided_by: (value, { add }) => review(`${FIGURE_CONDITIONS.decided} AND user_id::text = ${add(value)}`),
  unchecked: (_, { add }, day) => ({ table: "file_dates", at: null, condition: uncheckedOn(add(day)) }),
};

/** SQL: the ids of the files that a narrowing leaves; null if it leaves all. */
export function narrowedFiles({ account, label, tag_prefix, policy_version }: Narrowing, { add }: Parameters) {
  const conditions: string[] = [];
  const among = (rows: string) => conditions.push(`verification_id IN (SELECT verification_id FROM ${rows})`);
  if (account !== null) conditions.push(`terms @> ARRAY[${add(`account:${account}`)}::text]`);
  if (label !== null) conditions.push(`terms @> ARRAY[${add(`label:${label}`)}::text]`);
  // The index of the list has tags in the order of their characters.
  if (tag_prefix !== null) among(`verification_list WHERE by_tag LIKE ${add(`${escapeLike(tag_prefix)}%`)}`);
  if (policy_version !== null) {
    among(`insight_reviews WHERE ${FIGURE_CONDITIONS.decided} AND policy_version = ${add(policy_version)}::int`);
  }
  const where = conditions.join(" AND ");
  return where === "" ? null : `SELECT verification_id FROM verification_summaries WHERE ${where}`;
}

/** SQL: the ids of a figure's files, some of them more than once. */
export function filesOf(figure: Figure, period: Pick<Period, "since" | "until">, parameters: Parameters): string {
  const { table, at, condition } = SOURCES[figure.name](figure.value ?? "", parameters, figure.to);
  const narrowed = narrowedFiles(figure, parameters);
  return `SELECT verification_id FROM ${table} WHERE ${[
    ...(at === null ? [] : [within(at, period, parameters)]),
    condition,
    ...(narrowed === null ? [] : [`verification_id IN (${narrowed})`]),
  ].join(" AND ")}`;
}
