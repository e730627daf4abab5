import type { Confirmation } from "#lib/access/contract/access-input.ts";
import type { PasskeyAnswer, PasskeyRequest } from "#lib/access/contract/passkey.ts";
import type { Role } from "#lib/platform/manifest.ts";
import type { Actor } from "#lib/platform/server/audit/actor.ts";
import { writeAudit } from "#lib/platform/server/audit/write.ts";
import { CotejoError, unauthorized } from "#lib/platform/server/base/errors.ts";
import { database, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import { addNotice } from "./account-notices.ts";
import { requestPasskey, spendPasskey } from "./passkeys/assertion.ts";
import type { ChallengePlace } from "./passkeys/challenges.ts";
import { type Lane, verifyPassword } from "./password.ts";
import { breakGlassOnly } from "./passwords-off.ts";
import { hasSecondFactor, isOfAuthenticator, spendCode, wrongCode } from "./second-factor.ts";
import { asksForPasskey, renewSession, type Session } from "./sessions.ts";
import { type Attempt, giveBack, Refusal, type RefusalReason, signInRefused, takeAttempt } from "./throttle.ts";
import { findUserByEmail, type StoredUser } from "./users.ts";

/** `passkey`: options for the browser to ask for a passkey; null for a user without one. */
const codeRequired = (passkey: PasskeyRequest | null) =>
  new CotejoError("SECOND_FACTOR_REQUIRED", 401, "Give your passkey, or the code of your second factor, too.", {
    details: { passkey },
  });

const passkeyRequired = (passkey: PasskeyRequest) =>
  new CotejoError("PASSKEY_REQUIRED", 401, "Your role signs in by a passkey, or a recovery code.", {
    details: { passkey },
  });

const REFUSED_PASSKEY = {
  wrong: { reason: "passkey_wrong", code: "PASSKEY_WRONG", message: "This passkey was not accepted. Try again." },
  cloned: {
    reason: "passkey_cloned",
    code: "PASSKEY_DISABLED",
    message: "This passkey has a copy, and was disabled. Use another one, or a recovery code.",
  },
} as const;

/**
 * Where a user is verified. A known browser and an open session have their own attempts at codes, so that an attacker with
 * the password cannot use up the owner's attempts. A passkey answers only a challenge of the same place.
 */
type Where = { place: ChallengePlace; isKnown: boolean };

/** Attempts at codes and passkeys: those from unknown browsers are counted together. */
const attemptsAt = (userId: string, { place, isKnown }: Where): Attempt[] => [
  ["code", userId, ...(isKnown ? place : [])],
];

/** The second factor shown by the user; null without one. */
export type ShownCode = "totp" | "recovery" | "passkey" | null;

/** An account whose password was verified. */
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
    throw new Refusal(reason, signInRefused());
  };
  if (!user?.password_hash || !matches || user.disabled_at) return refuse(reasonOf(user, matches));
  const { role, password_hash } = user;
  if (role === "none") return refuse("no_role");
  if ((await breakGlassOnly(pool, user.id)) === false) return refuse("passwords_off");
  return { ...user, role, password_hash };
}

/**
 * Checks the password, then the second factor if the user has one: its code is requested only after the right password.
 * Wrong codes from an unknown browser add a notice for the owner.
 */
export async function verifyPerson(
  user: StoredUser | null,
  { password, code, passkey }: Confirmation,
  where: Where,
  connection: Pooled,
): Promise<{ person: Verified; shown: ShownCode }> {
  const person = await verifyTheirPassword(user, password, where.isKnown ? "known" : "unknown", connection);
  const { id, role } = person;
  if (!(await hasSecondFactor(connection.pool, id))) return { person, shown: null };
  const request = () => requestPasskey(connection.pool, { userId: id, place: where.place });
  if (passkey) {
    await verifyPasskey(id, passkey, where, connection);
    return { person, shown: "passkey" };
  }
  if (code === undefined) throw new Refusal("code_missing", codeRequired(await request()));
  if (asksForPasskey(role) && isOfAuthenticator(code)) {
    const requested = await request();
    if (requested) throw new Refusal("passkey_missing", passkeyRequired(requested));
  }
  const attempts = attemptsAt(id, where);
  await takeAttempt(attempts, connection);
  const kind = await inTransaction(connection.pool, (tx) => spendCode(tx, id, code));
  if (!kind) {
    if (!where.isKnown) await addNotice(connection.pool, id, "wrong_codes");
    throw new Refusal("code_wrong", wrongCode(401));
  }
  await giveBack(attempts, connection);
  return { person, shown: kind };
}

/** Checks a passkey, whose attempts are counted as those of codes are. Throws PASSKEY_WRONG or PASSKEY_DISABLED. */
async function verifyPasskey(userId: string, answer: PasskeyAnswer, where: Where, connection: Pooled): Promise<void> {
  const { place, isKnown } = where;
  const attempts = attemptsAt(userId, where);
  await takeAttempt(attempts, connection);
  const outcome = await spendPasskey(answer, { userId, place }, connection);
  if (outcome !== "passkey") {
    if (!isKnown) await addNotice(connection.pool, userId, "wrong_codes");
    const { reason, code, message } = REFUSED_PASSKEY[outcome];
    const passkey = await requestPasskey(connection.pool, { userId, place });
    throw new Refusal(reason, new CotejoError(code, 401, message, { details: { passkey } }));
  }
  await giveBack(attempts, connection);
}

function reasonOf(user: StoredUser | null, matches: boolean): RefusalReason {
  if (!user) return "unknown_account";
  if (user.disabled_at && matches) return "disabled";
  return user.password_hash ? "wrong_password" : "no_password";
}

type InSession = { session: Session; actor: Actor };
const whereOf = ({ idHash }: Session): Where => ({ place: ["session", idHash], isKnown: true });

/** Options for the browser to confirm a session by a passkey instead of the password; null for a user without one. */
export const requestStepUp = (session: Session, { pool }: Pooled = database()): Promise<PasskeyRequest | null> =>
  requestPasskey(pool, { userId: session.user.id, place: whereOf(session).place });

/**
 * Confirms the password and the user's second factor, or a passkey alone, which verifies its user. Gives the session a new
 * token and returns it; values held for the session stay. Throws PASSWORD_WRONG, SECOND_FACTOR_REQUIRED or
 * SECOND_FACTOR_WRONG, a passkey's codes, and TOO_MANY_REQUESTS: attempts are counted by session.
 */
export async function stepUp(
  { confirmation, ...inSession }: InSession & { confirmation: Confirmation | { passkey: PasskeyAnswer } },
  connection: Pooled = database(),
): Promise<string> {
  const { session } = inSession;
  await countingTries<unknown>(inSession, connection, (user) =>
    "password" in confirmation
      ? verifyPerson(user, confirmation, whereOf(session), connection)
      : verifyPasskey(session.user.id, confirmation.passkey, whereOf(session), connection),
  );
  return inTransaction(connection.pool, async (tx) => {
    const token = await renewSession(tx, inSession.session.idHash);
    if (!token) throw unauthorized();
    await writeAudit(tx, {
      action: "session.confirmed",
      ids: { user_id: inSession.session.user.id },
      actor: inSession.actor,
      ...("password" in confirmation ? {} : { after: { second_factor: "passkey" } }),
    });
    return token;
  });
}

/** Confirms the person within their session; answers their stored password hash. Throws as `stepUp` does. */
export const confirmPerson = (inSession: InSession, confirmation: Confirmation, connection: Pooled): Promise<string> =>
  countingTries(inSession, connection, async (user) => {
    const { person } = await verifyPerson(user, confirmation, whereOf(inSession.session), connection);
    return person.password_hash;
  });

/** Counts an attempt of the session's user, and records a refusal. */
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
