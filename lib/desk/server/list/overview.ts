import type { Overview } from "#lib/core/contract/status.ts";
import type { ListCount } from "#lib/platform/contract/pages.ts";
import { database, type Pooled } from "#lib/platform/server/db/database.ts";
import { type Facets, NAMED_VALUES, OTHER_PLACE, type PlacedField, readFacets } from "./facets.ts";

/** Limit of the count of verifications with equal facets: counting a million would exceed 50 ms. */
const MAX_EQUAL = 20_000;
/** Totals beyond the limit are rounded down to a multiple of this. */
const ROUND_TO = 10_000;

/** The distinct facets, by one index lookup for each. */
const DISTINCT_FACETS = `
  WITH RECURSIVE known (facets) AS (
    (SELECT facets FROM verification_list ORDER BY facets LIMIT 1)
    UNION ALL
    SELECT next.facets FROM known CROSS JOIN LATERAL (
      SELECT facets FROM verification_list AS l WHERE l.facets > known.facets ORDER BY facets LIMIT 1
    ) AS next
  )`;

const counts = (max: number): string => `
  ${DISTINCT_FACETS} SELECT facets, alike.count FROM known CROSS JOIN LATERAL (
    SELECT count(*) FROM (
      SELECT FROM verification_list AS l WHERE l.facets = known.facets LIMIT ${max + 1}
    ) AS bounded
  ) AS alike`;

const PLACE: Record<PlacedField, string> = { status: "facets / 288", documents_status: "facets / 48 % 6" };

/** Values outside the interface are rare, so their verifications are read. */
const others = (name: PlacedField, max: number): string => `
  ${DISTINCT_FACETS} SELECT ${name} AS value, count(*) FROM (
    SELECT alike.verification_id FROM known CROSS JOIN LATERAL (
      SELECT verification_id FROM verification_list AS l WHERE l.facets = known.facets OFFSET 0
    ) AS alike WHERE ${PLACE[name]} = ${OTHER_PLACE} LIMIT ${max + 1}
  ) AS other JOIN verification_summaries USING (verification_id) GROUP BY 1`;

type OtherValue = { value: string; count: number };

/**
 * Counts over all verifications, exact up to the limit of equal facets. A verification of unknown status counts under
 * `unknown`.
 */
export async function getOverview(
  { pool }: Pooled = database(),
  { max = MAX_EQUAL, round = ROUND_TO } = {},
): Promise<Overview> {
  const [counted, otherStatuses, otherDocuments, last] = await Promise.all([
    pool.query<{ facets: number; count: number }>(counts(max)),
    pool.query<OtherValue>(others("status", max)),
    pool.query<OtherValue>(others("documents_status", max)),
    pool.query<{ last: string | null }>(
      `SELECT received_at AS last FROM inbox WHERE kind = 'delivery' ORDER BY received_at DESC LIMIT 1`,
    ),
  ]);
  const runs = counted.rows.map(({ facets, count }) => ({ facets: readFacets(facets), count }));
  const sum = (of: readonly { count: number }[], all: boolean): ListCount => {
    const total = of.reduce((sum, { count }) => sum + count, 0);
    return all ? total : { at_least: Math.floor(total / round) * round };
  };
  const total = (fits: (facets: Facets) => boolean): ListCount => {
    const fitting = runs.filter(({ facets }) => fits(facets));
    return sum(
      fitting,
      fitting.every(({ count }) => count <= max),
    );
  };
  const byValue = (name: PlacedField, unnamed: readonly OtherValue[]): Record<string, ListCount> => {
    const all = unnamed.reduce((sum, { count }) => sum + count, 0) <= max;
    return Object.fromEntries(
      [
        ...["unknown", ...NAMED_VALUES[name]].map(
          (value, place) => [value, total((facets) => facets[name] === place)] as const,
        ),
        ...unnamed.map((other) => [other.value, sum([other], all)] as const),
      ].filter(([, total]) => total !== 0),
    );
  };
  const isHigh = ({ severities }: Facets) => (severities & 4) !== 0;
  return {
    total: total(() => true),
    by_status: byValue("status", otherStatuses.rows),
    by_documents_status: byValue("documents_status", otherDocuments.rows),
    with_high_findings: total(isHigh),
    with_high_findings_final: total((facets) => isHigh(facets) && facets.source === "final"),
    with_item_errors: total(({ in_error }) => in_error),
    last_event_at: last.rows[0]?.last ?? null,
  };
}
