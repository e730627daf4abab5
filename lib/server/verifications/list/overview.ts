import type { Overview } from "#lib/contract/status.ts";
import type { VerificationTotal } from "#lib/contract/verifications/verification.ts";
import { type Database, database } from "#lib/server/db/database.ts";
import { countedTo } from "#lib/server/db/list-query.ts";
import { NAMED, OTHERS, type Placed } from "./facets.ts";
import { EXACT_TOTAL } from "./list.ts";

/** The place of a value in the facets of a row (`ordered_summaries`). */
const PLACE: Record<Placed, string> = { status: "facets / 288", documents_status: "facets / 48 % 6" };
const HIGH = "facets / 24 % 2 = 1";

/** What a number counts, as conditions on facets. A value that is not known has place 0. */
const NUMBERS: Record<string, string> = {
  total: "true",
  with_high_findings: HIGH,
  with_high_findings_final: `${HIGH} AND facets % 3 = 1`,
  with_item_errors: "facets / 3 % 2 = 1",
  ...Object.fromEntries(
    (["status", "documents_status"] as const).flatMap((name) =>
      ["unknown", ...NAMED[name]].map((value, place) => [`${name}:${value}`, `${PLACE[name]} = ${place}`]),
    ),
  ),
};

/** The facets that rows have, by going from each to the next. */
const KNOWN = `
  WITH RECURSIVE known (facets) AS (
    (SELECT facets FROM verification_list ORDER BY facets LIMIT 1)
    UNION ALL
    SELECT next.facets FROM known CROSS JOIN LATERAL (
      SELECT facets FROM verification_list AS l WHERE l.facets > known.facets ORDER BY facets LIMIT 1
    ) AS next
  )`;

/** The rows with these facets, from the index of facets, and not more of them than are counted. */
const bounded = (condition: string, most: number): string => `
  SELECT verification_id FROM known CROSS JOIN LATERAL (
    SELECT verification_id FROM verification_list AS l WHERE l.facets = known.facets OFFSET 0
  ) AS l WHERE ${condition} LIMIT ${most + 1}`;

const counts = (most: number): string =>
  `${KNOWN} ${Object.entries(NUMBERS)
    .map(([name, condition]) => `SELECT '${name}' AS name, count(*) FROM (${bounded(condition, most)}) AS counted`)
    .join(" UNION ALL ")}`;

/** Values that the interface does not name are rare: their verifications are looked up. */
const others = (name: Placed, most: number): string => `
  ${KNOWN} SELECT ${name} AS value, count(*) AS total
  FROM (${bounded(`${PLACE[name]} = ${OTHERS}`, most)}) AS other JOIN verification_summaries USING (verification_id) GROUP BY 1`;

type Other = { value: string; total: number };

/**
 * How many verifications there are of what the list is filtered by, exact to 10,000 as there: a million index entries
 * could not be counted within 50 ms. One whose status is not known counts under `unknown`.
 */
export async function getOverview(
  { pool }: Pick<Database, "pool"> = database(),
  most = EXACT_TOTAL,
): Promise<Overview> {
  const [counted, otherStatuses, otherDocuments, last] = await Promise.all([
    pool.query<{ name: string; count: number }>(counts(most)),
    pool.query<Other>(others("status", most)),
    pool.query<Other>(others("documents_status", most)),
    pool.query<{ last: string | null }>(
      `SELECT received_at AS last FROM inbox WHERE kind = 'delivery' ORDER BY received_at DESC LIMIT 1`,
    ),
  ]);
  const countOf = new Map(counted.rows.map(({ name, count }) => [name, countedTo(most, count)]));
  const count = (name: string): VerificationTotal => countOf.get(name) ?? 0;
  const byValue = (name: Placed, unnamed: readonly Other[]): Record<string, VerificationTotal> => {
    const all = unnamed.reduce((sum, { total }) => sum + total, 0) <= most;
    return Object.fromEntries(
      [
        ...["unknown", ...NAMED[name]].map((value) => [value, count(`${name}:${value}`)] as const),
        ...unnamed.map(({ value, total }) => [value, all ? total : { at_least: total }] as const),
      ].filter(([, total]) => total !== 0),
    );
  };
  return {
    total: count("total"),
    by_status: byValue("status", otherStatuses.rows),
    by_documents_status: byValue("documents_status", otherDocuments.rows),
    with_high_findings: count("with_high_findings"),
    with_high_findings_final: count("with_high_findings_final"),
    with_item_errors: count("with_item_errors"),
    last_event_at: last.rows[0]?.last ?? null,
  };
}
