import {
  type AddedPasskey,
  type ListedPasskey,
  type NewPasskey,
  PASSKEYS_MAX,
  type PasskeyCreation,
  type PasskeyList,
} from "#lib/access/contract/passkey.ts";
import { CotejoError, conflict, notFound } from "#lib/platform/server/base/errors.ts";
import { type Client, database, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import { requestRegistration, verifyRegistration } from "./passkeys/registration.ts";
import { relyingParty } from "./passkeys/relying-party.ts";
import { endRecoveryCodes, hasSecondFactor, replaceRecoveryCodes } from "./second-factor.ts";
import { asksForPasskey, endSessions, type Session } from "./sessions.ts";

const placeOf = ({ idHash }: Session) => ["session", idHash] as const;

/** The passkeys of a person, disabled ones included. */
export async function listPasskeys({ user }: Session, { pool }: Pooled = database()): Promise<PasskeyList> {
  const passkeys = await pool.query<ListedPasskey>(
    `SELECT id AS passkey_id, name, created_at, last_used_at, disabled_at FROM passkeys WHERE user_id = $1
     ORDER BY created_at, id`,
    [user.id],
  );
  const codes = await pool.query<{ left: number }>(
    `SELECT count(*) AS "left" FROM recovery_codes WHERE user_id = $1 AND used_at IS NULL`,
    [user.id],
  );
  return {
    items: passkeys.rows,
    available: relyingParty() !== null,
    required: asksForPasskey(user.role),
    recovery_codes_left: codes.rows[0]?.left ?? 0,
  };
}

/** Options for the browser to create a passkey. CONFLICT at PASSKEYS_MAX passkeys, and where the origin is an IP address. */
export async function beginPasskey(session: Session, { pool }: Pooled = database()): Promise<PasskeyCreation> {
  await assertRoom(pool, session.user.id);
  const creation = await requestRegistration(pool, { user: session.user, place: placeOf(session) });
  if (!creation) throw conflict("There are no passkeys where APP_ORIGIN is an IP address.");
  return creation;
}

/**
 * Stores a new passkey. If it is the person's first second factor, it ends their other sessions, which began without one,
 * and returns recovery codes. PASSKEY_WRONG; CONFLICT at PASSKEYS_MAX passkeys, and for a stored passkey.
 */
export async function addPasskey(
  session: Session,
  { name, passkey }: NewPasskey,
  { pool }: Pooled = database(),
): Promise<AddedPasskey> {
  const { user, idHash } = session;
  const made = await verifyRegistration(pool, passkey, { user, place: placeOf(session) });
  if (!made) throw new CotejoError("PASSKEY_WRONG", 403, "This passkey was not accepted. Try again.");
  return inTransaction(pool, async (tx) => {
    await tx.query("SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE", [user.id]);
    await assertRoom(tx, user.id);
    const isFirst = !(await hasSecondFactor(tx, user.id));
    const { rows } = await tx.query<{ passkey_id: string }>(
      `INSERT INTO passkeys (user_id, name, credential_id, public_key, counter, transports)
       VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (credential_id) DO NOTHING RETURNING id AS passkey_id`,
      [user.id, name, made.credential_id, made.public_key, made.counter, made.transports],
    );
    const [added] = rows;
    if (!added) throw conflict("This passkey is there already.");
    if (isFirst) await endSessions(tx, user.id, idHash);
    return { ...added, recovery_codes: isFirst ? await replaceRecoveryCodes(tx, user.id) : null };
  });
}

/** Removes a passkey of a person, and the recovery codes with the last second factor. NOT_FOUND for another person's. */
export const removePasskey = ({ user }: Session, passkeyId: string, { pool }: Pooled = database()): Promise<void> =>
  inTransaction(pool, async (tx) => {
    await tx.query("SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE", [user.id]);
    const { rowCount } = await tx.query("DELETE FROM passkeys WHERE id = $1 AND user_id = $2", [passkeyId, user.id]);
    if (!rowCount) throw notFound("This passkey");
    if (!(await hasSecondFactor(tx, user.id))) await endRecoveryCodes(tx, user.id);
  });

async function assertRoom(client: Client, userId: string): Promise<void> {
  const { rows } = await client.query<{ count: number }>("SELECT count(*) FROM passkeys WHERE user_id = $1", [userId]);
  if ((rows[0]?.count ?? 0) >= PASSKEYS_MAX) throw conflict(`There are ${PASSKEYS_MAX} passkeys already: remove one.`);
}
