import type { Database } from "#lib/server/db/database.ts";
import { parameters } from "#lib/server/queries/statement.ts";
import { ownText, pattern } from "./conditions.ts";

/** One installation serves one account, which may have been renamed. */
const MOST_NAMES = 1_000;

/** The values of a column with an index, cut as they are in it, to so many (`value`): from each to the next greater one. */
export const distinctValues = (table: string, column: string, most: number): string => `
  WITH RECURSIVE distinct_values AS (
    (SELECT left(${column}, 201) AS value, 1 AS number FROM ${table} WHERE ${column} IS NOT NULL ORDER BY 1 LIMIT 1)
    UNION ALL
    SELECT next.value, number + 1 FROM distinct_values CROSS JOIN LATERAL (
      SELECT left(${column}, 201) AS value FROM ${table}
      WHERE ${column} IS NOT NULL AND left(${column}, 201) > distinct_values.value ORDER BY 1 LIMIT 1
    ) AS next WHERE number < ${most}
  )`;

/**
 * The names of accounts that a text is a part of, and between which times (as text) the verifications under them were made,
 * since a name may be an old one: null where others have the text too, in their tag or at the beginning of their id.
 */
export type AccountNames = { names: string[]; created: { first: string; last: string } | null };
export const NO_NAMES: AccountNames = { names: [], created: null };

export async function accountNames(pool: Database["pool"], text: string): Promise<AccountNames> {
  const finding = parameters();
  const created = (
    direction: "ASC" | "DESC",
  ) => `SELECT COALESCE(created_at, '-infinity') AS at FROM verification_summaries
    WHERE left(account_name, 201) = value ORDER BY 1 ${direction} LIMIT 1`;
  const { rows } = await pool.query<{ names: string[] | null; first: string | null; last: string | null }>(
    `${distinctValues("verification_summaries", "account_name", MOST_NAMES)}
     SELECT array_agg(value) AS names, min(first.at)::text AS first, max(last.at)::text AS last FROM distinct_values
     CROSS JOIN LATERAL (${created("ASC")}) AS first CROSS JOIN LATERAL (${created("DESC")}) AS last
     WHERE lower(value) LIKE ${pattern(text, finding)}`,
    finding.values,
  );
  const { names, first, last } = rows[0] ?? { names: null, first: null, last: null };
  if (names === null || first === null || last === null) return NO_NAMES;
  const asking = parameters();
  const { rows: elsewhere } = await pool.query<{ found: boolean }>(
    `SELECT EXISTS (SELECT FROM verification_summaries WHERE ${ownText(text, asking)}) AS found`,
    asking.values,
  );
  return { names, created: elsewhere[0]?.found ? null : { first, last } };
}
