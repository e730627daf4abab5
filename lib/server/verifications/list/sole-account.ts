import { shownName } from "#lib/contract/text.ts";
import { database, type Pooled } from "#lib/server/db/database.ts";
import { distinctValues } from "./text.ts";

/** Names of one account, which may have been renamed. */
const MAX_NAMES = 20;

/** The name of the only account with the newest file; each step reads one entry of an index. */
const SOLE = `
  ${distinctValues("verification_summaries", "account_name", MAX_NAMES)}
  SELECT value AS name FROM distinct_values CROSS JOIN LATERAL (
    SELECT max(COALESCE(created_at, '-infinity')) AS at FROM verification_summaries WHERE left(account_name, 201) = value
  ) AS newest
  WHERE value IS NOT NULL AND (SELECT min(left(account_id, 201)) FROM verification_summaries)
    IS NOT DISTINCT FROM (SELECT max(left(account_id, 201)) FROM verification_summaries)
  ORDER BY newest.at DESC, value LIMIT 1`;

/** The name of the account that all files are of; null where there are several accounts, or no event named it. */
export async function soleAccountName({ pool }: Pooled = database()): Promise<string | null> {
  const { rows } = await pool.query<{ name: string }>(SOLE);
  return shownName(rows[0]?.name ?? null);
}
