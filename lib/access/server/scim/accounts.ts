import type { ScimQuery } from "#lib/access/contract/scim/query.ts";
import type { DirectoryUser } from "#lib/access/contract/scim/user.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import { notFound } from "#lib/platform/server/base/errors.ts";
import { type Client, database, type Pooled } from "#lib/platform/server/db/database.ts";

export type ScimAccount = DirectoryUser & {
  user_id: string;
  active: boolean;
  created_at: Instant;
  changed_at: Instant;
};

const ACCOUNTS = `
  SELECT user_id, user_name AS "userName", external_id AS "externalId", display_name AS "displayName",
    given_name AS "givenName", family_name AS "familyName", email, users.disabled_at IS NULL AS active,
    account.roles, account.created_at, changed_at
  FROM scim_accounts AS account JOIN users ON users.id = user_id`;

/** SQL: the account that a filter names; all without one. */
const MATCHES = `($1::text IS NULL OR user_name_folded = lower($1 COLLATE "C"))
  AND ($2::text IS NULL OR external_id = $2) AND ($3::text IS NULL OR user_id::text = $3)`;

/** A page of the accounts that SCIM provisions, the oldest first. Other accounts are not shown to the directory. */
export async function listAccounts(
  { filter, startIndex, count }: ScimQuery,
  { pool }: Pooled = database(),
): Promise<{ total: number; accounts: ScimAccount[] }> {
  const of = (attribute: string) => (filter?.attribute === attribute ? filter.value : null);
  const named = [of("userName"), of("externalId"), of("id")];
  const counted = await pool.query<{ count: number }>(
    `SELECT count(*) AS count FROM scim_accounts WHERE ${MATCHES}`,
    named,
  );
  const { rows } = await pool.query<ScimAccount>(
    `${ACCOUNTS} WHERE ${MATCHES} ORDER BY account.created_at, user_id OFFSET $4 LIMIT $5`,
    [...named, startIndex - 1, count],
  );
  return { total: counted.rows[0]?.count ?? 0, accounts: rows };
}

/** Throws NOT_FOUND for any account that SCIM does not provision. */
export async function readAccount(userId: string, { pool }: { pool: Client } = database()): Promise<ScimAccount> {
  const { rows } = await pool.query<ScimAccount>(`${ACCOUNTS} WHERE user_id = $1`, [userId]);
  if (!rows[0]) throw notFound("This account");
  return rows[0];
}
