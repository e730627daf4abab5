import type { Confirmation } from "#lib/contract/access/access-input.ts";
import type { Role } from "#lib/contract/access/user.ts";
import type { Actor } from "#lib/server/audit/actor.ts";
import { writeAudit } from "#lib/server/audit/write.ts";
import { CotejoError, unauthorized } from "#lib/server/base/errors.ts";
import { database, inTransaction, type Pooled } from "#lib/server/db/database.ts";
import { addNotice } from "./account-notices.ts";
import { type Lane, verifyPassword } from "./password.ts";
import { breakGlassOnly } from "./passwords-off.ts";
import { hasSecondFactor, spendCode, wrongCode } from "./second-factor.ts";
import { renewSession, type Session } from "./sessions.ts";
import { type Attempt, giveBack, notLetIn, Refusal, type RefusalReason, takeAttempt } from "./throttle.ts";
import { findUserByEmail, type StoredUser } from "./users.ts";

const codeRequired = () => new CotejoError("SECOND_FACTOR_REQUIRED", 401, "Give the code of your second factor too.");

type Given = { password: string; code?: string | undefined };

/**
 * Where a user is verified: a known browser or an open session, each with its own attempts at codes, so that an
 * attacker with the password cannot use up the owner's. Null for other places.
 */
export type Place = readonly [kind: "browser" | "session", id: string] | null;

/** The second factor shown by the user; null without one. */
export type ShownCode = "totp" | "recovery" | null;

/** An account that its password opens. */
export type Verified = Omit<StoredUser, "role" | "password_hash"> & { role: Role; password_hash: string };

/**
 * Checks the password. The same answer after the same work for a wrong password, an unknown address and a disabled
 * account. Throws Refusal.
 */
async function verifyTheirPassword(
  user: StoredUser | null,
  password: string,
  lane: Lane,
  { pool }: Pooled,
): Promise<Verified> {
  const matches = await verifyPassword(password, user?.password_hash ?? null, lane);
  const refuse = (reason: RefusalReason): never => {
    throw new Refusal(reason, notLetIn());
  };
  if (!user?.password_hash || !matches || user.disabled_at) return refuse(reasonOf(user, matches));
  const { role, password_hash } = user;
  if (role === "none") return refuse("no_role");
  if ((await breakGlassOnly(pool, user.id)) === false) return refuse("passwords_off");
  return { ...user, role, password_hash };
}

/**
 * The same, followed by the second factor if there is one: its code is requested only after the right password. A
 * notice shows wrong codes from anywhere to the owner at the next sign-in.
 */
export async function verifyPerson(
  user: StoredUser | null,
  { password, code }: Given,
  place: Place,
  connection: Pooled,
): Promise<{ person: Verified; shown: ShownCode }> {
  const person = await verifyTheirPassword(user, password, place ? "known" : "unknown", connection);
  const { id } = person;
  if (!(await hasSecondFactor(connection.pool, id))) return { person, shown: null };
  if (code === undefined) throw new Refusal("code_missing", codeRequired());
  const attempts = [["code", id, ...(place ?? [])]] as const;
  await takeAttempt(attempts, connection);
  const kind = await inTransaction(connection.pool, (tx) => spendCode(tx, id, code));
  if (!kind) {
    if (!place) await addNotice(connection.pool, id, "wrong_codes");
    throw new Refusal("code_wrong", wrongCode(401));
  }
  await giveBack(attempts, connection);
  return { person, shown: kind };
}

function reasonOf(user: StoredUser | null, matches: boolean): RefusalReason {
  if (!user) return "unknown_account";
  if (user.disabled_at && matches) return "disabled";
  return user.password_hash ? "wrong_password" : "no_password";
}

type InSession = { session: Session; actor: Actor };
const placeOf = ({ session }: InSession): Place => ["session", session.idHash];

/**
 * Confirms the password, and the second factor if there is one: the session is a fresh one under another token, and its
 * held values stay. Returns the token. Throws PASSWORD_WRONG, SECOND_FACTOR_REQUIRED or SECOND_FACTOR_WRONG, and
 * TOO_MANY_REQUESTS: attempts are counted by session.
 */
export async function stepUp(
  { confirmation, ...inSession }: InSession & { confirmation: Confirmation },
  connection: Pooled = database(),
): Promise<string> {
  await countingTries(inSession, connection, (user) =>
    verifyPerson(user, confirmation, placeOf(inSession), connection),
  );
  return inTransaction(connection.pool, async (tx) => {
    const token = await renewSession(tx, inSession.session.idHash);
    if (!token) throw unauthorized();
    await writeAudit(tx, {
      action: "session.confirmed",
      ids: { user_id: inSession.session.user.id },
      actor: inSession.actor,
    });
    return token;
  });
}

/** Confirms the person within their session; answers their stored password hash. Throws as `stepUp` does. */
export const confirmPerson = (inSession: InSession, confirmation: Confirmation, connection: Pooled): Promise<string> =>
  countingTries(inSession, connection, async (user) => {
    const { person } = await verifyPerson(user, confirmation, placeOf(inSession), connection);
    return person.password_hash;
  });

/** Counts a try of the session's own person, and records a refusal. */
async function countingTries<T>(
  { session, actor }: InSession,
  connection: Pooled,
  verify: (user: StoredUser | null) => Promise<T>,
): Promise<T> {
  const attempts: Attempt[] = [["session", session.idHash]];
  try {
    await takeAttempt(attempts, connection);
    const shown = await verify(await findUserByEmail(session.user.email, connection));
    await giveBack(attempts, connection);
    return shown;
  } catch (error) {
    if (!(error instanceof Refusal && error.reason)) throw error;
    // The session continues: 401 is for requests without one.
    const code = error.code === "UNAUTHORIZED" ? "PASSWORD_WRONG" : error.code;
    await writeAudit(connection.pool, {
      action: "session.refused",
      ids: { user_id: session.user.id },
      actor,
      outcome: "refused",
      error_code: code,
      after: { reason: error.reason, within: "session" },
    });
    throw error.status === 401 ? new CotejoError(code, 403, error.message) : error;
  }
}
