import {
  DOCUMENTS_STATUSES,
  type FilterOption,
  VERIFICATION_STATUSES,
  type VerificationOptions,
} from "#lib/contract/verifications/verification.ts";
import { EMPTY_FILTER, type VerificationFilter } from "#lib/contract/verifications/verification-filter.ts";
import { type Database, database } from "#lib/server/db/database.ts";
import { matchingGroups } from "#lib/server/db/list-group.ts";
import { codes } from "./conditions.ts";
import { EXACT_TOTAL, totalOf } from "./total.ts";
import { leapOverValues } from "./values.ts";

/** A menu with more would not be read; what an item error says may be free text (interface, Item errors). */
const MOST_OPTIONS = 100;
const MOST_VALUES = 1_000;
const ENOUGH = EXACT_TOTAL + 1;

type Counted = { value: string; total: number };

/** The values of a kind, and how many have each. One that was cut for its index could not be asked for. */
const VALUES = `${leapOverValues("$1", MOST_VALUES)}
  SELECT value, total FROM leap CROSS JOIN LATERAL (
    SELECT count(*) AS total FROM (
      SELECT FROM verification_list_values AS found WHERE found.kind = $1 AND found.value = leap.value LIMIT ${ENOUGH}
    ) AS bounded
  ) AS counted
  WHERE char_length(value) <= 200 ORDER BY total DESC, value LIMIT ${MOST_OPTIONS}`;

/**
 * What the values `$1` are called: of each the newest verification of each group, found by leaping, and of those the newest
 * that tells a name.
 */
const namesOf = (kind: "account" | "label", name: string): string => `
  SELECT asked.value, newest.name FROM unnest($1::text[]) AS asked(value) CROSS JOIN LATERAL (
    WITH RECURSIVE leap AS (
      (SELECT verification_id, list_group, active_at FROM verification_list_values
       WHERE kind = '${kind}' AND value = asked.value ORDER BY list_group DESC, active_at DESC LIMIT 1)
      UNION ALL
      SELECT next.* FROM leap CROSS JOIN LATERAL (
        SELECT verification_id, list_group, active_at FROM verification_list_values
        WHERE kind = '${kind}' AND value = asked.value AND list_group < leap.list_group
        ORDER BY list_group DESC, active_at DESC LIMIT 1
      ) AS next
    )
    SELECT name FROM (
      SELECT ${name} AS name, active_at FROM leap JOIN verification_summaries USING (verification_id)
    ) AS told WHERE name IS NOT NULL ORDER BY active_at DESC LIMIT 1
  ) AS newest`;

const NAMES = {
  account: namesOf("account", "account_name"),
  label: namesOf("label", "NULLIF(label_names[array_position(labels, asked.value)], asked.value)"),
};

const IN_GROUPS = `SELECT count(*) AS total FROM (
  SELECT FROM verification_list WHERE list_group = ANY ($1::int[]) LIMIT ${ENOUGH}) AS bounded`;

/** Values that the interface does not name share a group; they are rare, so their rows are looked at. */
const unnamed = (name: "status" | "documents_status"): string => `
  SELECT value, count(*) AS total FROM (
    SELECT summary.${name} AS value FROM verification_list AS l JOIN verification_summaries AS summary USING (verification_id)
    WHERE l.list_group = ANY ($1::int[]) LIMIT ${ENOUGH}
  ) AS bounded GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${MOST_OPTIONS}`;

/** The values that exist of what the list is filtered by, most frequent first, with counts exact to 10,000. */
export async function listOptions({ pool }: Pick<Database, "pool"> = database()): Promise<VerificationOptions> {
  const groups = (filter: Partial<VerificationFilter>) => codes(matchingGroups({ ...EMPTY_FILTER, ...filter }));
  const rows = async (text: string, value: unknown) => (await pool.query<Counted>(text, [value])).rows;
  const named = async (kind: keyof typeof NAMES) => {
    const found = options(await rows(VALUES, kind));
    const { rows: told } = await pool.query<{ value: string; name: string }>(NAMES[kind], [
      found.map(({ value }) => value),
    ]);
    const names = new Map(told.map(({ value, name }) => [value, name]));
    return found.map((option) => ({ ...option, name: names.get(option.value) ?? null }));
  };
  const byGroups = async (name: "status" | "documents_status", named: readonly string[]) => {
    const counted = named.map(async (value) => ({
      value,
      total: (await pool.query<Pick<Counted, "total">>(IN_GROUPS, [groups({ [name]: [value] })])).rows[0]?.total ?? 0,
    }));
    // Any word that the interface does not name stands for all of them.
    return options([...(await Promise.all(counted)), ...(await rows(unnamed(name), groups({ [name]: ["?"] })))]);
  };
  const [status, documents_status, label, account, item_error] = await Promise.all([
    byGroups("status", VERIFICATION_STATUSES),
    byGroups("documents_status", DOCUMENTS_STATUSES),
    named("label"),
    named("account"),
    rows(VALUES, "item_error").then(options),
  ]);
  return { status, documents_status, label, account, item_error };
}

const options = (counted: Counted[]): FilterOption[] =>
  counted
    .filter(({ total }) => total > 0)
    .toSorted((one, other) => other.total - one.total)
    .map(({ value, total }) => ({ value, count: totalOf(total) }));
