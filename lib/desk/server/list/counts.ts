import type { RoleRule } from "#lib/core/contract/need-to-know/policy.ts";
import {
  DOCUMENTS_STATUSES,
  type FilterOption,
  VERIFICATION_STATUSES,
  type VerificationOptions,
} from "#lib/core/contract/verifications/verification.ts";
import { hasHidden } from "#lib/core/server/need-to-know/searched-text.ts";
import { shownName } from "#lib/platform/contract/text.ts";
import { database, type Pooled } from "#lib/platform/server/db/database.ts";
import { countedTo } from "#lib/platform/server/db/list-query.ts";
import { OTHER_PLACE } from "./facets.ts";
import { EXACT_TOTAL } from "./list.ts";
import { distinctValues } from "./text.ts";

/** Limit of a menu; item errors may be free texts (interface, Item errors). */
const MAX_OPTIONS = 100;
const MAX_VALUES = 1_000;

type CountedValue = { value: string; count: number };

/** All values that a column has or, in tables of facts, ever had. */
const stated = (table: string, column: string): string =>
  `${distinctValues(table, column, MAX_VALUES)} SELECT value FROM distinct_values`;

/** The values of the interface, and other values, which are rare. */
const ranked = (name: "status" | "documents_status", named: readonly string[]): string => `
  SELECT unnest('{${named.join(",")}}'::text[]) AS value UNION
  SELECT ${name} FROM (
    SELECT ${name} FROM verification_list AS l JOIN verification_summaries USING (verification_id)
    WHERE l.by_${name} = ${OTHER_PLACE} LIMIT ${EXACT_TOTAL}
  ) AS others`;

/** The current values of a kind of term, with their counts. Values longer than a filter allows are left out. */
const counted = (kind: string, values: string): string => `
  SELECT value, counted.count FROM (${values}) AS known CROSS JOIN LATERAL (
    SELECT count(*) FROM (
      SELECT FROM verification_summaries AS s WHERE s.terms @> ARRAY['${kind}:' || value] LIMIT ${EXACT_TOTAL + 1}
    ) AS bounded
  ) AS counted
  WHERE char_length(value) <= 200 AND counted.count > 0 ORDER BY counted.count DESC, value LIMIT ${MAX_OPTIONS}`;

const STATEMENTS = {
  status: counted("status", ranked("status", VERIFICATION_STATUSES)),
  documents_status: counted("documents_status", ranked("documents_status", DOCUMENTS_STATUSES)),
  label: counted("label", stated("label_changes", "label")),
  account: counted("account", stated("verification_summaries", "account_id")),
  item_error: counted("item_error", stated("item_changes", "item_error")),
  item_type: counted("item_type", stated("item_changes", "item_type")),
};

/** The latest name of each label of `$1`. */
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

/** The existing values of each filter, most frequent first, with counts exact to 10,000. */
export async function listOptions(
  { pool }: Pooled = database(),
  rule: RoleRule | null = null,
): Promise<VerificationOptions> {
  const options = async (kind: keyof typeof STATEMENTS): Promise<FilterOption[]> =>
    (await pool.query<CountedValue>(STATEMENTS[kind])).rows
      // A value of many files may hold the date of birth of any of their people.
      .filter(({ value }) => !hasHidden(value, rule))
      .map(({ value, count }) => ({ value, count: countedTo(EXACT_TOTAL, count) }));
  const named = async (kind: "label" | "account", statement: string) => {
    const found = await options(kind);
    const { rows } = await pool.query<{ value: string; name: string }>(statement, [found.map(({ value }) => value)]);
    const names = new Map(rows.map(({ value, name }) => [value, shownName(name)]));
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
