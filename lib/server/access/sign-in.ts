import type { Credentials } from "#lib/contract/access/access-input.ts";
import type { SessionUser } from "#lib/contract/access/user.ts";
import type { Actor } from "#lib/server/audit/actor.ts";
import { writeAudit } from "#lib/server/audit/write.ts";
import { type Database, database, inTransaction } from "#lib/server/db/database.ts";
import { resetsOf } from "./account-notices.ts";
import { isKnownBrowser, rememberBrowser } from "./known-browsers.ts";
import { networkOf } from "./network.ts";
import { hashPassword, needsRehash } from "./password.ts";
import { notLetIn, Refusal } from "./refusal.ts";
import { startSessionIn } from "./sessions.ts";
import { type Attempt, giveBack, takeAttempt } from "./throttle.ts";
import { findUserByEmail, type StoredUser } from "./users.ts";
import { type ShownCode, verifyPerson } from "./verify-person.ts";

/** Whence somebody signs in: nobody yet, at an address, with a browser that may have been here before. */
export type Whence = { actor: Omit<Actor, "user">; browser: string | null };

export type SignedIn = {
  /** For the sealed cookie. */
  token: string;
  /** For the long-lived one, by which the browser is known from now on. */
  browser: string;
  user: SessionUser;
};

/**
 * Checks email, password and second factor, and starts a session. Throws UNAUTHORIZED, alike for whatever is wrong;
 * SECOND_FACTOR_REQUIRED or SECOND_FACTOR_WRONG after the right password; TOO_MANY_REQUESTS with `retryAfter`.
 */
export async function signIn(
  { email, password, code }: Credentials,
  { actor, browser }: Whence,
  connection: Pick<Database, "pool"> = database(),
): Promise<SignedIn> {
  const user = await findUserByEmail(email, connection);
  // Asked for nobody, too: who has no account is answered after the same work.
  const known = browser !== null && (await isKnownBrowser(connection.pool, user?.id ?? NOBODY, browser));
  const attempts = attemptsOf(user?.id ?? email.trim(), actor.address, known ? browser : null);
  try {
    await takeAttempt(attempts, connection);
    const shown = await verifyPerson(user, { password, code }, known ? ["browser", browser] : null, connection);
    if (!user) throw new RangeError("nobody can show to be a person that does not exist");
    const signedIn = await begin(user, { actor, browser, shown, password }, connection);
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

const NOBODY = "00000000-0000-0000-0000-000000000000";

/** What a try counts against: the account, however its address was spelt, or the text where there is none. */
function attemptsOf(account: string, address: string | null, knownBrowser: string | null): Attempt[] {
  if (knownBrowser) return [["known_browser", knownBrowser, account]];
  const network = networkOf(address);
  return [
    ["account_at_address", account, network],
    ["account", account],
    ["address", network],
  ];
}

type Beginning = Whence & { shown: ShownCode; password: string };

async function begin(
  user: StoredUser,
  { actor, browser, shown, password }: Beginning,
  { pool }: Pick<Database, "pool">,
): Promise<SignedIn> {
  const rehashed = user.password_hash && needsRehash(user.password_hash) ? await hashPassword(password) : null;
  const [token, remembered] = await inTransaction(pool, async (tx) => {
    // Disabled or reset while the hash was computed: nobody is let in by what counted a moment ago.
    const { rowCount } = await tx.query(
      `UPDATE users SET password_hash = coalesce($3, password_hash)
       WHERE id = $1 AND password_hash = $2 AND disabled_at IS NULL`,
      [user.id, user.password_hash, rehashed],
    );
    if (rowCount !== 1) throw new Refusal("wrong_password", notLetIn());
    const started = await startSessionIn(tx, user.id, actor);
    const known = await rememberBrowser(tx, user.id, browser);
    await writeAudit(tx, {
      action: "session.started",
      ids: { user_id: user.id },
      actor: { ...actor, user: { id: user.id, email: user.email } },
      after: { second_factor: shown, ...(await resetsOf(tx, user.id)) },
    });
    return [started, known] as const;
  });
  return { token, browser: remembered, user: { email: user.email, name: user.name, role: user.role } };
}
