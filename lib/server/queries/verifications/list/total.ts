import type { VerificationTotal } from "#lib/contract/verifications/verification.ts";
import { countedTo } from "#lib/server/queries/page.ts";
import { type Parameters, where } from "#lib/server/queries/statement.ts";
import { askedOf, inGroups, inIndexes, type Narrowing } from "./conditions.ts";
import type { Sample } from "./sample.ts";
import { rowsOfValues } from "./values.ts";

/** Beyond this the total is 'at least': counting a million rows would cost more than the page (design §9). */
export const EXACT_TOTAL = 10_000;

export const totalOf = (count: number) => countedTo(EXACT_TOTAL, count);

/** The statement that counts all that fits, to one more than `most`: from the indexes where nothing is asked. */
export function countStatement(narrowing: Narrowing, parameters: Parameters, most: number): string {
  const { groups, values, asked } = narrowing;
  if (values && !asked) return countValues(narrowing, values.values.length, parameters, most);
  const own = [...inGroups(groups, parameters), ...inIndexes(narrowing, parameters), ...askedOf(asked, parameters)];
  return `SELECT count(*) AS total FROM (SELECT FROM verification_list AS l ${where(own)} LIMIT ${most + 1}) AS bounded`;
}

/**
 * Value by value to the bound, up to the first that reaches it, since one is enough; a verification with two of them counts
 * once, which takes long to find out and need not be where one value has reached it.
 */
function countValues(narrowing: Narrowing, values: number, parameters: Parameters, most: number): string {
  const rows = rowsOfValues(narrowing, parameters, "l.verification_id", { most: most + 1 });
  if (values === 1) return `SELECT count(*) AS total FROM ${rows}`;
  const each = rowsOfValues(narrowing, parameters, "l.verification_id", {
    most: most + 1,
    aggregate: "count(*) AS total",
  });
  return `WITH enough AS MATERIALIZED (SELECT l.total FROM ${each} WHERE l.total > ${most} LIMIT 1)
    SELECT COALESCE((SELECT total FROM enough), (SELECT count(DISTINCT l.verification_id) FROM ${rows})) AS total`;
}

/** How many a sample lets one expect. Its own are certain; below a hundred of them one figure is all that they can tell. */
export function estimated({ fit, share }: Sample): VerificationTotal {
  const figures = fit < 100 ? 1 : 2;
  return { at_least: fit, about: Number((fit / share).toPrecision(figures)) };
}
