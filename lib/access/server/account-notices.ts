import type { AccountNotice, NoticeKind } from "#lib/access/contract/user.ts";
import { type Client, database, type Pooled } from "#lib/platform/server/db/database.ts";

/** Adds a notice about the user's account, also after an earlier one of the kind. */
export async function addNotice(client: Client, userId: string, kind: NoticeKind, by: readonly string[] = []) {
  await client.query(
    `INSERT INTO account_notices AS known (user_id, kind, by) VALUES ($1, $2, $3)
     ON CONFLICT (user_id, kind) DO UPDATE SET id = gen_random_uuid(), count = known.count + 1,
       by = array(SELECT DISTINCT unnest(known.by || excluded.by) ORDER BY 1)`,
    [userId, kind, by],
  );
}

/** Unacknowledged notices of the user, oldest first. */
export async function listNotices(userId: string, { pool }: { pool: Client } = database()): Promise<AccountNotice[]> {
  const { rows } = await pool.query<AccountNotice>(
    `SELECT id, kind, since, count, by,
       (SELECT count(*)::integer FROM recovery_codes AS code WHERE code.user_id = $1 AND used_at IS NULL) AS codes_left
     FROM account_notices WHERE user_id = $1 ORDER BY since, kind`,
    [userId],
  );
  return rows;
}

/**
 * Changes by administrators that the account's owner has not acknowledged, for the audit entries of sign-ins meanwhile.
 */
export async function resetsOf(client: Client, userId: string): Promise<Record<string, string[]>> {
  const notices = await listNotices(userId, { pool: client });
  return Object.fromEntries(notices.flatMap(({ kind, by }) => (by.length > 0 ? [[`${kind}_by`, by]] : [])));
}

/** Acknowledges the shown notices of the user and returns their kinds. Later ones stay. */
export async function acknowledgeNotices(
  userId: string,
  ids: readonly string[],
  { pool }: Pooled = database(),
): Promise<NoticeKind[]> {
  const { rows } = await pool.query<{ kind: NoticeKind }>(
    "DELETE FROM account_notices WHERE user_id = $1 AND id = ANY ($2) RETURNING kind",
    [userId, ids],
  );
  return rows.map(({ kind }) => kind);
}
