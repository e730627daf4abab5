import { inGroups, type Narrowing, type Parameters, where } from "./list-conditions.ts";

/** Beyond this the total is 'at least': counting a million rows would cost more than the page (design §9). */
export const EXACT_TOTAL = 10_000;

const ENOUGH = EXACT_TOTAL + 1;

/** The statement that counts what is found in the indexes alone, to one more than `most`. */
export function countStatement(narrowing: Narrowing, parameters: Parameters, most: number): string {
  const { groups, values, created } = narrowing;
  const own = [...inGroups(groups, parameters), ...narrowing.ranges(parameters)];
  if (values && !created) return countValues(values, own, parameters);
  return `SELECT count(*) AS total FROM (SELECT FROM verification_list AS l ${where(own)} LIMIT ${most + 1}) AS bounded`;
}

/** Each value to the bound, since one that reaches it is enough; a verification with two of them counts once. */
function countValues(
  { kind, values }: NonNullable<Narrowing["values"]>,
  conditions: readonly string[],
  { add }: Parameters,
): string {
  const own = [`l.kind = '${kind}'`, "l.value = c.value", ...conditions];
  return `SELECT count(*) AS total FROM (
    SELECT DISTINCT l.verification_id FROM unnest(${add(values)}::text[]) AS c(value)
    CROSS JOIN LATERAL (
      SELECT l.verification_id FROM verification_list_values AS l ${where(own)} LIMIT ${ENOUGH}
    ) AS l
  ) AS bounded`;
}

const PAGE_BYTES = 8192;

/** What a sample of the rows says of all: of `sampled` rows, `share` of the table, so many fit each kind of condition. */
export type Sample = { sampled: number; share: number; own: number; asked: number; both: number };

/** Pages at random, the same ones each time; all of them where there are no more. */
export function sampleStatement(narrowing: Narrowing, parameters: Parameters, pages: number): string {
  const share = `LEAST(1, ${pages}::float8 * ${PAGE_BYTES} / GREATEST(pg_relation_size('verification_search'), 1))`;
  const own = [...inGroups(narrowing.groups, parameters), ...narrowing.ranges(parameters), "true"].join(" AND ");
  const asked = narrowing.asked(parameters).join(" AND ");
  return `SELECT count(*) AS sampled, ${share} AS share,
    count(*) FILTER (WHERE own) AS own, count(*) FILTER (WHERE asked) AS asked, count(*) FILTER (WHERE own AND asked) AS both
    FROM (
      SELECT (${own}) AS own, (${asked}) AS asked
      FROM verification_search AS l TABLESAMPLE SYSTEM ((SELECT 100 * ${share})) REPEATABLE (0)
    ) AS sample`;
}

/** A larger sample costs less than an index that has to be read whole where at least one row in so many fits. */
const FREQUENT = 1 / 12;

/** Counts in a sample that should hold more than are counted exactly; null where it would have to be too large. */
export function proofStatement(narrowing: Narrowing, parameters: Parameters, sample: Sample): string | null {
  const { sampled, share, both } = sample;
  if (both < FREQUENT * sampled || both <= 1.2 * EXACT_TOTAL * share) return null;
  const wanted = Math.min(1, (1.3 * ENOUGH * share) / both);
  const conditions = [
    ...inGroups(narrowing.groups, parameters),
    ...narrowing.ranges(parameters),
    ...narrowing.asked(parameters),
  ];
  return `SELECT count(*) AS total FROM (
    SELECT FROM verification_search AS l TABLESAMPLE SYSTEM (${parameters.add(100 * wanted)}::float8) REPEATABLE (0)
    ${where(conditions)} LIMIT ${ENOUGH}
  ) AS bounded`;
}
