import { datesOfFile } from "#lib/desk/contract/review/dates.ts";
import type { Decision } from "#lib/desk/contract/review/facts.ts";
import { readPolicy } from "#lib/desk/server/review/policy.ts";
import { dayAfter, instantFromMs } from "#lib/platform/contract/time.ts";
import { dateIn } from "#lib/platform/contract/working-time.ts";
import { database, type Pooled } from "#lib/platform/server/db/database.ts";
import { dueCauses } from "#lib/statements/contract/due.ts";
import type { DatesPolicy, DatesPreview } from "#lib/statements/contract/policy-input.ts";
import { readStatementsOf } from "#lib/statements/server/table.ts";

/** Files in memory at once. */
const CHUNK = 500;
const MONTH_DAYS = 30;

const FILES = `
  SELECT stated.verification_id, standing -> 'decision' AS decision FROM (
    SELECT DISTINCT verification_id FROM file_statements WHERE verification_id > $1 ORDER BY verification_id LIMIT ${CHUNK}
  ) AS stated LEFT JOIN reviews ON reviews.verification_id = stated.verification_id ORDER BY stated.verification_id`;

type File = { verification_id: string; decision: Pick<Decision, "resolution" | "at" | "review_on"> | null };

/**
 * How many files these rules would bring to the lane today, and in the thirty days after, by what is stated. The arrival of
 * a document whose day of issue nobody stated is left out, as are first days and weeks of a backlog.
 */
export async function previewDates(proposed: DatesPolicy, { pool }: Pooled = database()): Promise<DatesPreview> {
  const current = await readPolicy(pool);
  const rules = {
    documents: proposed.documents.map((kind) => ({ ...kind, first_day: undefined })),
    yearly_check: proposed.yearly_check && { ...proposed.yearly_check, first_day: undefined, ahead_days: 0 },
  };
  const today = dateIn(instantFromMs(Date.now()), current.working.time_zone);
  const counts = { now: 0, month: 0 };
  for (let last = ""; ; ) {
    const { rows } = await pool.query<File>(FILES, [last]);
    const known = await readStatementsOf(
      pool,
      rows.map(({ verification_id }) => verification_id),
    );
    for (const { verification_id, decision } of rows) {
      const facts = { statements: known.get(verification_id) ?? [], people: [], items: [] };
      const dates = datesOfFile(facts, { ...current, ...rules }, decision);
      const days = dueCauses({ verification_id, ...dates, review_on: null }, rules).map(({ from_on }) => from_on);
      if (days.some((day) => day <= today)) counts.now += 1;
      else if (days.some((day) => day <= dayAfter(today, MONTH_DAYS))) counts.month += 1;
    }
    last = rows.at(-1)?.verification_id ?? "";
    if (rows.length < CHUNK) return counts;
  }
}
