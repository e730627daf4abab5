import { shownName } from "#lib/platform/contract/text.ts";
import { database, type Pooled } from "#lib/platform/server/db/database.ts";
import { distinctValues } from "./text.ts";

/** Limit of the names of an account, which may have been renamed. */
const MAX_NAMES = 20;

/** The name of the newest file, if there is one account; each name reads one entry of an index. */
const SOLE_ACCOUNT = `
  ${distinctValues("verification_summaries", "account_name", MAX_NAMES)}
  SELECT value AS name FROM distinct_values CROSS JOIN LATERAL (
    SELECT max(COALESCE(created_at, '-infinity')) AS at FROM verification_summaries WHERE left(account_name, 201) = value
  ) AS newest
  WHERE value IS NOT NULL AND (SELECT min(left(account_id, 201)) FROM verification_summaries)
    IS NOT DISTINCT FROM (SELECT max(left(account_id, 201)) FROM verification_summaries)
  ORDER BY newest.at DESC, value LIMIT 1`;

/** The name of the account of all files; null with several accounts, or without a name. */
export async function soleAccountName({ pool }: Pooled = database()): Promise<string | null> {
  const { rows } = await pool.query<{ name: string }>(SOLE_ACCOUNT);
  return shownName(rows[0]?.name ?? null);
}
