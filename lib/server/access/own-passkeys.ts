import {
  type AddedPasskey,
  type ListedPasskey,
  type NewPasskey,
  PASSKEYS_MAX,
  type PasskeyCreation,
  type PasskeyList,
} from "#lib/contract/access/passkey.ts";
import { CotejoError, conflict, notFound } from "#lib/server/base/errors.ts";
import { type Client, database, inTransaction, type Pooled } from "#lib/server/db/database.ts";
import { requestRegistration, verifyRegistration } from "./passkeys/registration.ts";
import { relyingParty } from "./passkeys/relying-party.ts";
import { endRecoveryCodes, hasSecondFactor, replaceRecoveryCodes } from "./second-factor.ts";
import { asksForPasskey, endSessions, type Session } from "./sessions.ts";

const placeOf = ({ idHash }: Session) => ["session", idHash];

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

/** Options with which the browser makes a passkey. CONFLICT where there are as many as may be, or the origin has no name. */
export async function beginPasskey(session: Session, { pool }: Pooled = database()): Promise<PasskeyCreation> {
  await assertRoom(pool, session.user.id);
  const creation = await requestRegistration(pool, { user: session.user, place: placeOf(session) });
  if (!creation) throw conflict("There are no passkeys where APP_ORIGIN is an IP address.");
  return creation;
}

/**
 * Keeps a passkey that an authenticator has made. As the first second factor, it ends the person's other sessions, which
 * began without one, and has recovery codes. PASSKEY_WRONG; CONFLICT where there are as many as may be, or it is kept already.
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

/** Removes a passkey of a person; with the last second factor go the recovery codes. NOT_FOUND for another person's. */
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
