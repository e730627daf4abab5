import { hash } from "node:crypto";
import { INSIGHTS, type Insights, type InsightsParameters } from "#lib/insights/contract/insights.ts";
import { insights } from "#lib/insights/contract/insights-answer.ts";
import { daysBetween, daysOf, groupOf, LAST_DAYS } from "#lib/insights/contract/period.ts";
import { canonicalJson } from "#lib/platform/contract/text.ts";
import { dayAfter, instantFromMs } from "#lib/platform/contract/time.ts";
import { dateIn } from "#lib/platform/contract/working-time.ts";
import { type Client, findRow } from "#lib/platform/server/db/database.ts";
import { readTimeZone, TIME_ZONE_OF_POLICY } from "#lib/platform/server/db/time-zone.ts";

/** Greater than before where stored answers would be read wrongly although the schema accepts them. */
const VERSION = 3;
const MAX_ANSWERS = 50;
/** SQL: how long an answer is shown while the next one is computed. */
const MAX_AGE = "interval '30 days'";

/** SQL: the next three o'clock in the policy's time zone. */
const NEXT_NIGHT = `
  ((date_trunc('day', now() AT TIME ZONE ${TIME_ZONE_OF_POLICY} - interval '3 hours') + interval '27 hours')
    AT TIME ZONE ${TIME_ZONE_OF_POLICY})`;

/** The last 365 days of all files, which the worker computes at night. */
export const yearUntil = (today: string): InsightsParameters => ({
  ...INSIGHTS.empty,
  from: dayAfter(today, -364),
  to: today,
});

/**
 * The key of the stored answer. A period that ends today has the same key tomorrow, by its length where it moves with
 * the day, else by its first day.
 */
function keyOf(filter: InsightsParameters, today: string, time_zone: string): string {
  const { from, to, group, ...narrowing } = filter;
  const days = daysOf({ from, to }, today);
  const moving = LAST_DAYS.find((length) => length === daysBetween(days.from, days.to));
  const period = days.to === today ? (moving ?? days.from) : days;
  return hash("sha256", canonicalJson([VERSION, time_zone, period, groupOf(group, days), narrowing]));
}

const FIND = `SELECT answer FROM insight_answers WHERE key = $1 AND computed_at > now() - ${MAX_AGE}`;

/** The last stored answer; null without one, and for one of another schema. */
export async function findLastAnswer(filter: InsightsParameters, client: Client): Promise<Insights | null> {
  const timeZone = await readTimeZone(client);
  const key = keyOf(filter, dateIn(instantFromMs(Date.now()), timeZone), timeZone);
  const row = await findRow<{ answer: unknown }>(client, FIND, [key]);
  return insights.safeParse(row?.answer).data ?? null;
}

/**
 * Stores nothing where a text was deleted since the answer was computed. A transaction that deletes a text holds its row:
 * the answer is skipped, or committed before `deleteAnswersWith`.
 */
const STORE = `
  INSERT INTO insight_answers (key, answer, computed_at, due_at)
  SELECT $1, $2::jsonb, $3::timestamptz, CASE WHEN $4 THEN ${NEXT_NIGHT} END
  WHERE cardinality($5::text[]) = (
    SELECT count(*) FROM (SELECT FROM insight_texts WHERE text = ANY ($5) FOR KEY SHARE SKIP LOCKED) AS locked
  )
  ON CONFLICT (key) DO UPDATE SET (answer, computed_at, due_at) = (excluded.answer, excluded.computed_at, excluded.due_at)`;

const DELETE_OTHERS = `
  DELETE FROM insight_answers WHERE key NOT IN (
    SELECT key FROM insight_answers ORDER BY due_at IS NULL, computed_at DESC LIMIT ${MAX_ANSWERS}
  )`;

export async function storeAnswer(filter: InsightsParameters, answer: Insights, client: Client): Promise<void> {
  const { computed_at, findings, period } = answer;
  const today = dateIn(computed_at, period.time_zone);
  const key = keyOf(filter, today, period.time_zone);
  const isYear = key === keyOf(yearUntil(today), today, period.time_zone);
  const { messages, missing_fields } = findings;
  const texts = new Set([...messages.map(({ text }) => text), ...missing_fields.map((field) => field.missing_field)]);
  await client.query(STORE, [key, JSON.stringify(answer), computed_at, isYear, [...texts]]);
  await client.query(DELETE_OTHERS);
}

const DELETE_WITH = `
  DELETE FROM insight_answers WHERE jsonb_path_query_array(answer, '$.findings.messages[*].text') ?| $1
    OR jsonb_path_query_array(answer, '$.findings.missing_fields[*].missing_field') ?| $1`;

/** Deletes the answers with these texts, in the transaction that has deleted the texts. */
export const deleteAnswersWith = (texts: readonly string[], tx: Client) => tx.query(DELETE_WITH, [texts]);

/** SQL: when an answer is computed again, or too old. */
export const ANSWERS_DUE = `SELECT min(LEAST(due_at, computed_at + ${MAX_AGE})) FROM insight_answers`;

/** Deletes old answers, and moves the time of a due one to the next night; returns whether one was due. */
export async function takeDueAnswer(client: Client): Promise<boolean> {
  await client.query(`DELETE FROM insight_answers WHERE computed_at <= now() - ${MAX_AGE}`);
  const { rowCount } = await client.query(`UPDATE insight_answers SET due_at = ${NEXT_NIGHT} WHERE due_at <= now()`);
  return rowCount !== 0;
}
