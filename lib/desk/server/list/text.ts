import type { RoleRule } from "#lib/core/contract/need-to-know/policy.ts";
import { hasWords } from "#lib/core/server/need-to-know/searched-text.ts";
import type { Database } from "#lib/platform/server/db/database.ts";
import { escapeLike, type Parameters, parameters } from "#lib/platform/server/db/list-query.ts";

const beginning = (text: string, { add }: Parameters): string => `lower(${add(`${escapeLike(text)}%`)}::text)`;

/** Texts of fewer than three characters match only the beginning. */
const pattern = (text: string, parameters: Parameters): string =>
  [...text].length < 3 ? beginning(text, parameters) : `lower(${parameters.add(`%${escapeLike(text)}%`)}::text)`;

/** SQL: whether every word of a text is in a verification's tag, title or tax id, or its id begins with the text. */
const ownText = (text: string, rule: RoleRule | null, parameters: Parameters): string => {
  const words = hasWords("searched", text, rule, parameters);
  return `(lower(verification_id COLLATE "default") COLLATE "C" LIKE ${beginning(text, parameters)}
    OR ${words.length > 0 ? words.join(" AND ") : "false"})`;
};

/**
 * SQL: whether a verification or its account name has a text. If only account names have it, the index of names is
 * limited to the times of their verifications.
 */
export function textCondition(
  q: string,
  { names, created }: AccountNames,
  rule: RoleRule | null,
  parameters: Parameters,
): string {
  const { add } = parameters;
  if (created) {
    return `left(account_name, 201) = ANY (${add(names)}::text[])
      AND ${madeBetween("COALESCE(created_at, '-infinity')", created, parameters)}`;
  }
  const named = names.length > 0 ? [`terms && ${add(names.map((name) => `account_name:${name}`))}::text[]`] : [];
  return `(${[ownText(q, rule, parameters), ...named].join(" OR ")})`;
}

export const madeBetween = (column: string, { first, last }: CreationRange, { add }: Parameters): string =>
  `${column} BETWEEN ${add(first)}::timestamptz AND ${add(last)}::timestamptz`;

/** Limit of distinct account names: an installation usually has one account, which may have been renamed. */
const MAX_NAMES = 1_000;

/** SQL: the distinct values (`value`) of an indexed column, cut as in the index, at max `max`, and null after the last. */
export const distinctValues = (table: string, column: string, max: number): string => {
  const first = (condition: string) => `(SELECT min(left(${column}, 201)) FROM ${table} WHERE ${condition})`;
  return `WITH RECURSIVE distinct_values AS (
    SELECT ${first(`${column} IS NOT NULL`)} AS value, 1 AS number UNION ALL
    SELECT ${first(`${column} IS NOT NULL AND left(${column}, 201) > distinct_values.value`)}, number + 1
    FROM distinct_values WHERE value IS NOT NULL AND number < ${max}
  )`;
};

/**
 * The account names that contain a text, and, as text, the first and last creation time of their verifications, since a
 * name may be an old one. `created` is null if the text also occurs in other fields of verifications.
 */
export type AccountNames = { names: string[]; created: CreationRange | null };
type CreationRange = { first: string; last: string };
type AccountNamesRow = { names: string[] | null; first: string | null; last: string | null; elsewhere: boolean };

export async function accountNames(
  pool: Database["pool"],
  text: string | null,
  rule: RoleRule | null,
): Promise<AccountNames> {
  if (text === null) return { names: [], created: null };
  const finding = parameters();
  const { rows } = await pool.query<AccountNamesRow>(
    `${distinctValues("verification_summaries", "account_name", MAX_NAMES)}, named AS (
       SELECT array_agg(value) AS names, min(first)::text AS first, max(last)::text AS last
       FROM distinct_values CROSS JOIN LATERAL (
         SELECT min(at) AS first, max(at) AS last FROM (
           SELECT COALESCE(created_at, '-infinity') AS at FROM verification_summaries WHERE left(account_name, 201) = value
         ) AS so_named
       ) AS made WHERE lower(value) LIKE ${pattern(text, finding)}
     )
     SELECT names, first, last, CASE WHEN names IS NULL THEN false
       ELSE EXISTS (SELECT FROM verification_summaries WHERE ${ownText(text, rule, finding)}) END AS elsewhere FROM named`,
    finding.values,
  );
  const { names, first, last, elsewhere } = rows[0] ?? {};
  return { names: names ?? [], created: elsewhere || !first || !last ? null : { first, last } };
}
