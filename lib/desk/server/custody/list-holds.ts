import { ENDED_HOLDS_SHOWN, type LegalHold, type LegalHolds, MAX_HOLDS } from "#lib/desk/contract/custody/custody.ts";
import { type Client, database, type Pooled } from "#lib/platform/server/db/database.ts";

const HOLD = `
  SELECT held.id AS hold_id, held.verification_id, held.curp_ends,
    CASE WHEN held.verification_id IS NULL
      THEN (SELECT count(*)::int FROM legal_hold_files WHERE hold_id = held.id) ELSE 1 END AS files,
    held.reason, to_char(held.review_on, 'YYYY-MM-DD') AS review_on, held.placed_at, placer.name AS placed_by,
    held.ended_at, ender.name AS ended_by, held.end_reason
  FROM legal_holds AS held
  LEFT JOIN users AS placer ON placer.id = held.placed_by LEFT JOIN users AS ender ON ender.id = held.ended_by`;

/** The holds in force, oldest first, then the last that ended. */
export async function listHolds({ pool }: Pooled = database()): Promise<LegalHolds> {
  const [lasting, ended] = await Promise.all([
    pool.query<LegalHold>(`${HOLD} WHERE held.ended_at IS NULL ORDER BY held.placed_at, held.id LIMIT ${MAX_HOLDS}`),
    pool.query<LegalHold>(
      `${HOLD} WHERE held.ended_at IS NOT NULL ORDER BY held.ended_at DESC, held.id LIMIT ${ENDED_HOLDS_SHOWN}`,
    ),
  ]);
  return { items: [...lasting.rows, ...ended.rows] };
}

/** The holds in force of a file: its own, and those of its people. */
export async function holdsOfFile(client: Client, verification_id: string): Promise<LegalHold[]> {
  const { rows } = await client.query<LegalHold>(
    `${HOLD} WHERE held.ended_at IS NULL
       AND (held.verification_id = $1 OR held.id IN (SELECT hold_id FROM legal_hold_files WHERE verification_id = $1))
     ORDER BY held.placed_at, held.id`,
    [verification_id],
  );
  return rows;
}

export async function readHold(client: Client, hold_id: string): Promise<LegalHold | undefined> {
  return (await client.query<LegalHold>(`${HOLD} WHERE held.id = $1`, [hold_id])).rows[0];
}
