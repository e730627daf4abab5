import type { Overview } from "#lib/contract/status.ts";
import {
  DOCUMENTS_STATUSES,
  type FilterOption,
  VERIFICATION_STATUSES,
  type VerificationOptions,
} from "#lib/contract/verifications/verification.ts";
import { type Database, database } from "#lib/server/db/database.ts";
import { countedTo } from "#lib/server/db/list-query.ts";
import { distinctValues } from "./conditions.ts";
import { NAMED, OTHERS } from "./facets.ts";
import { EXACT_TOTAL } from "./list.ts";

/** A menu with more would not be read; what an item error says may be free text (interface, Item errors). */
const MOST_OPTIONS = 100;
const MOST_VALUES = 1_000;

type Counted = { value: string; count: number };

/** Values of a column: what was ever stated. */
const stated = (table: string, column: string): string =>
  `${distinctValues(table, column, MOST_VALUES)} SELECT value FROM distinct_values`;

/** The values that the interface names, and others, which are rare. */
const ranked = (name: "status" | "documents_status", named: readonly string[]): string => `
  SELECT unnest('{${named.join(",")}}'::text[]) AS value UNION
  SELECT ${name} FROM (
    SELECT ${name} FROM verification_list AS l JOIN verification_summaries USING (verification_id)
    WHERE l.by_${name} = 5 LIMIT ${EXACT_TOTAL}
  ) AS others`;

/**
 * Of these values of a kind of term those that verifications have now, and how many. One that is longer than a filter may
 * be could not be wanted for.
 */
const counted = (kind: string, values: string): string => `
  SELECT value, counted.count FROM (${values}) AS known CROSS JOIN LATERAL (
    SELECT count(*) FROM (
      SELECT FROM verification_summaries AS s WHERE s.terms @> ARRAY['${kind}:' || value] LIMIT ${EXACT_TOTAL + 1}
    ) AS bounded
  ) AS counted
  WHERE char_length(value) <= 200 AND counted.count > 0 ORDER BY counted.count DESC, value LIMIT ${MOST_OPTIONS}`;

const STATEMENTS = {
  status: counted("status", ranked("status", VERIFICATION_STATUSES)),
  documents_status: counted("documents_status", ranked("documents_status", DOCUMENTS_STATUSES)),
  label: counted("label", stated("label_changes", "label")),
  account: counted("account", stated("verification_summaries", "account_id")),
  item_error: counted("item_error", stated("item_changes", "item_error")),
  item_type: counted("item_type", stated("item_changes", "item_type")),
};

/** What each of `$1` is called: as it was named last, in what is ordered by time. */
const LABEL_NAMES = `
  SELECT wanted.value, last.name FROM unnest($1::text[]) AS wanted(value) CROSS JOIN LATERAL (
    SELECT display_name AS name FROM label_changes
    WHERE left(label, 201) = wanted.value AND display_name IS NOT NULL ORDER BY effective_at DESC, digest LIMIT 1
  ) AS last WHERE last.name <> wanted.value`;
const ACCOUNT_NAMES = `
  SELECT wanted.value, last.name FROM unnest($1::text[]) AS wanted(value) CROSS JOIN LATERAL (
    SELECT account_name AS name FROM verification_summaries
    WHERE left(account_id, 201) = wanted.value AND account_name IS NOT NULL
    ORDER BY created_at DESC NULLS LAST, verification_id LIMIT 1
  ) AS last`;

/** The values that exist of what the list is filtered by, most frequent first, with counts exact to 10,000. */
export async function listOptions({ pool }: Pick<Database, "pool"> = database()): Promise<VerificationOptions> {
  const options = async (kind: keyof typeof STATEMENTS): Promise<FilterOption[]> =>
    (await pool.query<Counted>(STATEMENTS[kind])).rows.map(({ value, count }) => ({
      value,
      count: countedTo(EXACT_TOTAL, count),
    }));
  const named = async (kind: "label" | "account", statement: string) => {
    const found = await options(kind);
    const { rows } = await pool.query<{ value: string; name: string }>(statement, [found.map(({ value }) => value)]);
    const names = new Map(rows.map(({ value, name }) => [value, name]));
    return found.map((option) => ({ ...option, name: names.get(option.value) ?? null }));
  };
  const [status, documents_status, label, account, item_error, item_type] = await Promise.all([
    options("status"),
    options("documents_status"),
    named("label", LABEL_NAMES),
    named("account", ACCOUNT_NAMES),
    options("item_error"),
    options("item_type"),
  ]);
  return { status, documents_status, label, account, item_error, item_type };
}

/** A high finding outweighs any number of lesser ones. */
const HIGH = 100_000_000;

/** Values that the interface does not name are rare: their verifications are looked up. */
const others = (name: "status" | "documents_status") => `
  SELECT ${name} AS value, count(*) AS total FROM verification_list JOIN verification_summaries USING (verification_id)
  WHERE by_${name} = ${OTHERS} GROUP BY 1`;

/** Counts over all verifications. One whose status is not known counts under `unknown`. */
export async function getOverview({ pool }: Pick<Database, "pool"> = database()): Promise<Overview> {
  const [counts, otherStatuses, otherDocuments, last] = await Promise.all([
    pool.query<{
      status: number;
      documents: number;
      total: number;
      with_high_findings: number;
      with_high_findings_final: number;
      with_item_errors: number;
    }>(
      `SELECT by_status AS status, by_documents_status AS documents, count(*) AS total,
         count(*) FILTER (WHERE by_findings >= ${HIGH}) AS with_high_findings,
         count(*) FILTER (WHERE by_findings >= ${HIGH} AND facets % 3 = 1) AS with_high_findings_final,
         count(*) FILTER (WHERE by_items_with_error > 0) AS with_item_errors
       FROM verification_list GROUP BY 1, 2`,
    ),
    pool.query<{ value: string; total: number }>(others("status")),
    pool.query<{ value: string; total: number }>(others("documents_status")),
    pool.query<{ last: string | null }>(
      `SELECT received_at AS last FROM inbox WHERE kind = 'delivery' ORDER BY received_at DESC LIMIT 1`,
    ),
  ]);
  const total = (of: (row: (typeof counts.rows)[number]) => number) =>
    counts.rows.reduce((sum, row) => sum + of(row), 0);
  const byValue = (names: readonly string[], of: "status" | "documents", others: { value: string; total: number }[]) =>
    Object.fromEntries(
      [
        ...names.map((name, rank) => [name, total((row) => (row[of] === rank ? row.total : 0))] as const),
        ...others.map(({ value, total }) => [value, total] as const),
      ].filter(([, total]) => total > 0),
    );
  return {
    total: total((row) => row.total),
    by_status: byValue(["unknown", ...NAMED.status], "status", otherStatuses.rows),
    by_documents_status: byValue(["unknown", ...NAMED.documents_status], "documents", otherDocuments.rows),
    with_high_findings: total((row) => row.with_high_findings),
    with_high_findings_final: total((row) => row.with_high_findings_final),
    with_item_errors: total((row) => row.with_item_errors),
    last_event_at: last.rows[0]?.last ?? null,
  };
}
