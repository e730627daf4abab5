import type { ScimQuery } from "#lib/contract/scim/query.ts";
import type { DirectoryUser } from "#lib/contract/scim/user.ts";
import type { Instant } from "#lib/contract/time.ts";
import { notFound } from "#lib/server/base/errors.ts";
import { type Client, database, type Pooled } from "#lib/server/db/database.ts";

/** An account that the directory provisions. */
export type ScimAccount = DirectoryUser & {
  user_id: string;
  active: boolean;
  created_at: Instant;
  changed_at: Instant;
};

type Row = {
  user_id: string;
  user_name: string;
  external_id: string | null;
  display_name: string | null;
  given_name: string | null;
  family_name: string | null;
  email: string;
  is_active: boolean;
  roles: string[] | null;
  created_at: Instant;
  changed_at: Instant;
};

const ACCOUNTS = `
  SELECT user_id, user_name, external_id, display_name, given_name, family_name, email, disabled_at IS NULL AS is_active,
    account.roles, account.created_at, changed_at
  FROM scim_accounts AS account JOIN users ON users.id = user_id`;

/** SQL: the account that a filter names; all without one. */
const MATCHES = `($1::text IS NULL OR user_name_folded = lower($1 COLLATE "C"))
  AND ($2::text IS NULL OR external_id = $2) AND ($3::text IS NULL OR user_id::text = $3)`;

const accountOf = ({ user_name, external_id, display_name, given_name, family_name, is_active, ...row }: Row) => ({
  ...row,
  userName: user_name,
  externalId: external_id,
  displayName: display_name,
  givenName: given_name,
  familyName: family_name,
  active: is_active,
});

/** A page of the accounts that SCIM provisions, the oldest first; no other account is shown to the directory. */
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
  const { rows } = await pool.query<Row>(
    `${ACCOUNTS} WHERE ${MATCHES} ORDER BY account.created_at, user_id OFFSET $4 LIMIT $5`,
    [...named, startIndex - 1, count],
  );
  return { total: counted.rows[0]?.count ?? 0, accounts: rows.map(accountOf) };
}

/** Throws NOT_FOUND for any account that SCIM does not provision. */
export async function readAccount(userId: string, { pool }: { pool: Client } = database()): Promise<ScimAccount> {
  const { rows } = await pool.query<Row>(`${ACCOUNTS} WHERE user_id = $1`, [userId]);
  if (!rows[0]) throw notFound("This account");
  return accountOf(rows[0]);
}
