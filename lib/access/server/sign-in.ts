import type { Credentials } from "#lib/access/contract/access-input.ts";
import type { SessionUser } from "#lib/platform/manifest.ts";
import type { Actor } from "#lib/platform/server/audit/actor.ts";
import { writeAudit } from "#lib/platform/server/audit/write.ts";
import { networkOf } from "#lib/platform/server/base/client-address.ts";
import { type Client, database, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import { addNotice, resetsOf } from "./account-notices.ts";
import { hashPassword, needsRehash } from "./password.ts";
import { breakGlassOnly } from "./passwords-off.ts";
import { endExcess, hashToken, newToken, startSession } from "./sessions.ts";
import { type Attempt, giveBack, Refusal, signInRefused, takeAttempt } from "./throttle.ts";
import { findUserByEmail } from "./users.ts";
import { type ShownCode, type Verified, verifyPerson } from "./verify-person.ts";

/** The circumstances of a sign-in: address and user agent, and the token of a browser that may be known. */
export type SignInContext = { actor: Omit<Actor, "user">; browser: string };

export type SignedIn = {
  /** For the sealed cookie. */
  token: string;
  /** Token of the long-lived cookie by which the browser is known. */
  browser: string;
  user: SessionUser;
};

/**
 * Checks email, password and second factor, and starts a session. Throws UNAUTHORIZED, the same for each reason; after the
 * right password SECOND_FACTOR_REQUIRED, SECOND_FACTOR_WRONG or the codes of passkeys; TOO_MANY_REQUESTS with
 * `retryAfter`.
 */
export async function signIn(
  { email, password, code, passkey }: Credentials,
  { actor, browser }: SignInContext,
  connection: Pooled = database(),
): Promise<SignedIn> {
  const user = await findUserByEmail(email, connection);
  // Also without an account, so that the time of the answer does not show whether the account exists.
  const known = await isKnownBrowser(connection.pool, user?.id ?? NIL_ID, browser);
  const attempts = attemptsOf(user?.id ?? email.trim(), actor.address, known ? browser : null);
  try {
    await takeAttempt(attempts, connection);
    const where = { place: ["browser", browser], isKnown: known } as const;
    const { person, shown } = await verifyPerson(user, { password, code, passkey }, where, connection);
    const signedIn = await begin(person, { actor, browser, shown, password }, connection);
    await giveBack(attempts, connection);
    return signedIn;
  } catch (error) {
    if (error instanceof Refusal && error.reason) {
      await writeAudit(connection.pool, {
        action: "session.refused",
        ids: user ? { user_id: user.id } : {},
        actor: { ...actor, user: null },
        outcome: "refused",
        error_code: error.code,
        after: { reason: error.reason },
      });
    }
    throw error;
  }
}

const NIL_ID = "00000000-0000-0000-0000-000000000000";

/** The counters of an attempt. `account`: the user's id, the same for all spellings; the typed text without an account. */
function attemptsOf(account: string, address: string | null, knownBrowser: string | null): Attempt[] {
  if (knownBrowser) return [["known_browser", knownBrowser, account]];
  const network = networkOf(address);
  return [
    ["account_at_address", account, network],
    ["account", account],
    ["address", network],
  ];
}

type NewSession = SignInContext & { shown: ShownCode; password: string };

async function begin(
  user: Verified,
  { actor, browser, shown, password }: NewSession,
  { pool }: Pooled,
): Promise<SignedIn> {
  const rehashed = needsRehash(user.password_hash) ? await hashPassword(password) : null;
  const [token, remembered] = await inTransaction(pool, async (tx) => {
    // The account may have been disabled or reset during the hash, or passwords switched off.
    const { rowCount } = await tx.query(
      `UPDATE users SET password_hash = coalesce($3, password_hash)
       WHERE id = $1 AND password_hash = $2 AND disabled_at IS NULL AND role = $4`,
      [user.id, user.password_hash, rehashed, user.role],
    );
    const isBreakGlass = await breakGlassOnly(tx, user.id);
    if (rowCount !== 1 || isBreakGlass === false) throw new Refusal("wrong_password", signInRefused());
    const started = await startSession(user.id, { pool: tx }, actor);
    const known = await rememberBrowser(tx, user.id, browser);
    if (shown === "recovery") await addNotice(tx, user.id, "recovery_code");
    const after = { second_factor: shown, ...(isBreakGlass && { break_glass: true }) };
    await recordStart(tx, user, actor, after);
    return [started, known] as const;
  });
  return { token, browser: remembered, user: { email: user.email, name: user.name, role: user.role } };
}

/** Records a new session, and ends the user's excess sessions. */
export async function recordStart(
  tx: Client,
  { id, email }: { id: string; email: string },
  from: Omit<Actor, "user">,
  after: object,
): Promise<void> {
  const actor = { ...from, user: { id, email } };
  await writeAudit(tx, {
    action: "session.started",
    ids: { user_id: id },
    actor,
    after: { ...after, ...(await resetsOf(tx, id)) },
  });
  for (const session_id of await endExcess(tx, id)) {
    await writeAudit(tx, {
      action: "session.ended",
      ids: { user_id: id, session_id },
      actor,
      after: { reason: "too_many_sessions" },
    });
  }
}

const KEPT_DAYS = 365;

async function isKnownBrowser(client: Client, userId: string, token: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM known_browsers WHERE user_id = $1 AND token_hash = $2 AND seen_at > now() - make_interval(days => ${KEPT_DAYS})`,
    [userId, hashToken(token)],
  );
  return rowCount === 1;
}

/**
 * Makes the browser known to this user, and returns its token. A token sent by the browser is kept only if it is
 * already the user's: any other may have been planted. Other users of the same browser stay known in it.
 */
export async function rememberBrowser(client: Client, userId: string, sent: string | null): Promise<string> {
  const known = sent !== null && (await isKnownBrowser(client, userId, sent));
  const token = known ? sent : newToken();
  if (sent !== null && !known) {
    await client.query(
      `INSERT INTO known_browsers (user_id, token_hash, seen_at)
       SELECT user_id, $2, seen_at FROM known_browsers WHERE token_hash = $1`,
      [hashToken(sent), hashToken(token)],
    );
  }
  await client.query(
    `INSERT INTO known_browsers (user_id, token_hash) VALUES ($1, $2)
     ON CONFLICT (user_id, token_hash) DO UPDATE SET seen_at = now()`,
    [userId, hashToken(token)],
  );
  await client.query(
    `DELETE FROM known_browsers WHERE user_id = $1 AND seen_at < now() - make_interval(days => ${KEPT_DAYS})`,
    [userId],
  );
  return token;
}
