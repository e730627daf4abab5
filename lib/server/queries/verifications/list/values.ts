import { type Parameters, where } from "#lib/server/queries/statement.ts";
import { codes, inGroups, inIndexes, isEveryGroup, type Narrowing } from "./conditions.ts";

/**
 * What stands after FROM for the rows `l` of a list of labels, codes or accounts, of each value (`c.value`) to so many: one
 * that has two of them is there twice. Group by group where that is narrower, since the planner would rather read all that
 * a value has.
 */
export function rowsOfValues(
  narrowing: Narrowing,
  parameters: Parameters,
  columns: string,
  { most, aggregate }: { most?: number; aggregate?: string } = {},
): string {
  const { values, groups, created } = narrowing;
  if (!values) throw new Error("no list of labels, codes or accounts to go by");
  const own = [`l.kind = '${values.kind}'`, "l.value = c.value", ...inIndexes(narrowing, parameters)];
  const rows = (conditions: string[]) => `SELECT ${columns} FROM verification_list_values AS l ${where(conditions)}`;
  const each =
    created || isEveryGroup(groups)
      ? rows([...own, ...inGroups(groups, parameters)])
      : `SELECT l.* FROM unnest(${parameters.add(codes(groups))}::int[]) AS g(code)
          CROSS JOIN LATERAL (${rows([...own, "l.list_group = g.code"])} OFFSET 0) AS l`;
  const bounded = most === undefined ? each : `${each} LIMIT ${most}`;
  const found = aggregate === undefined ? bounded : `SELECT ${aggregate} FROM (${bounded}) AS l`;
  return `unnest(${parameters.add(values.values)}::text[]) AS c(value) CROSS JOIN LATERAL (${found}) AS l`;
}

/** The values of a kind that exist, to so many (`leap`): found by leaping from each to the next in their index. */
export const leapOverValues = (kind: string, most: number): string => `
  WITH RECURSIVE leap AS (
    (SELECT value, 1 AS number FROM verification_list_values WHERE kind = ${kind} ORDER BY value LIMIT 1)
    UNION ALL
    SELECT next.value, leap.number + 1 FROM leap CROSS JOIN LATERAL (
      SELECT value FROM verification_list_values WHERE kind = ${kind} AND value > leap.value ORDER BY value LIMIT 1
    ) AS next WHERE leap.number < ${most}
  )`;
