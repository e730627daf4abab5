import { codes, isEveryGroup, type Narrowing, type Parameters, pattern } from "./list-conditions.ts";

/** Beyond this the total is 'at least': counting a million rows would cost more than the page (design §9). */
export const EXACT_TOTAL = 10_000;

const ENOUGH = EXACT_TOTAL + 1;

/** The statement that counts what is found, to one more than `most`. */
export function countStatement(narrowing: Narrowing, parameters: Parameters, most = EXACT_TOTAL): string {
  const { groups, values, valuesAlone, created } = narrowing;
  const inGroups = isEveryGroup(groups) ? [] : [`l.list_group = ANY (${parameters.add(codes(groups))}::int[])`];
  if (values && valuesAlone && !created)
    return countValues(values, [...inGroups, ...narrowing.ranges(parameters)], parameters);
  if (inGroups.length === 0 && narrowing.textAlone !== null) return countText(narrowing.textAlone, parameters);
  const conditions = [...inGroups, ...narrowing.ranges(parameters), ...narrowing.rest(parameters)];
  const where = conditions.length > 0 ? `WHERE ${conditions.join(" AND ")}` : "";
  return `SELECT count(*) AS total FROM (SELECT FROM verification_list AS l ${where} LIMIT ${most + 1}) AS bounded`;
}

const countText = (text: string, { add }: Parameters): string =>
  `SELECT count(*) AS total FROM (
    SELECT FROM verification_search AS found WHERE found.searched LIKE ${pattern(text, add)} LIMIT ${ENOUGH}
  ) AS bounded`;

/** So many rows are looked at to find that there are more than are counted, before all are looked for. */
const SAMPLE = 12_000;

/** The same among a few rows only, where the text that is searched may be in nearly all: null where it is of no use. */
export function sampleStatement(narrowing: Narrowing, parameters: Parameters): string | null {
  const { groups, text, textAlone } = narrowing;
  if (!text || (textAlone !== null && isEveryGroup(groups))) return null;
  const inGroups = isEveryGroup(groups) ? [] : [`l.list_group = ANY (${parameters.add(codes(groups))}::int[])`];
  const own = [...inGroups, ...narrowing.ranges(parameters)];
  return `SELECT count(*) AS total FROM (
    SELECT FROM (
      SELECT l.verification_id FROM verification_list AS l
      ${own.length > 0 ? `WHERE ${own.join(" AND ")}` : ""} LIMIT ${SAMPLE}
    ) AS l WHERE ${narrowing.rest(parameters).join(" AND ")} LIMIT ${ENOUGH}
  ) AS bounded`;
}

/** Each value to the bound, since one that reaches it is enough; a verification with two of them counts once. */
function countValues(
  { kind, values }: NonNullable<Narrowing["values"]>,
  conditions: string[],
  { add }: Parameters,
): string {
  const more = conditions.map((condition) => ` AND ${condition}`).join("");
  return `SELECT count(*) AS total FROM (
    SELECT DISTINCT l.verification_id FROM unnest(${add(values)}::text[]) AS c(value)
    CROSS JOIN LATERAL (
      SELECT l.verification_id FROM verification_list_values AS l
      WHERE l.kind = '${kind}' AND l.value = c.value${more} LIMIT ${ENOUGH}
    ) AS l
  ) AS bounded`;
}
