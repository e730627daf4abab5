import { askedOf, inGroups, type Narrowing, type Parameters, where } from "./list-conditions.ts";

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

/** Counts in so many percent of the rows, to one more than are counted exactly. */
export function proofStatement({ groups, ranges, asked }: Narrowing, parameters: Parameters, percent: number): string {
  const own = [...inGroups(groups, parameters), ...ranges(parameters), ...askedOf(asked, parameters)];
  return `SELECT count(*) AS total FROM (
    SELECT FROM verification_search AS l TABLESAMPLE SYSTEM (${parameters.add(percent)}::float8) REPEATABLE (0)
    ${where(own)} LIMIT ${ENOUGH}
  ) AS bounded`;
}
