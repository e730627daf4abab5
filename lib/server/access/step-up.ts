import type { Confirmation } from "#lib/contract/access/access-input.ts";
import type { Actor } from "#lib/server/audit/actor.ts";
import { writeAudit } from "#lib/server/audit/write.ts";
import { type Database, database, inTransaction } from "#lib/server/db/database.ts";
import { CotejoError, unauthorized } from "#lib/server/errors.ts";
import { Refusal } from "./refusal.ts";
import { renewSession, type Session } from "./sessions.ts";
import { type Attempt, giveBack, takeAttempt } from "./throttle.ts";
import { findUserByEmail, type StoredUser } from "./users.ts";
import { type Place, verifyPerson } from "./verify-person.ts";

type Asking = { session: Session; actor: Actor };
type Connection = Pick<Database, "pool">;

const placeOf = ({ session }: Asking): Place => ["session", session.idHash];

/**
 * The password again, and the second factor where there is one: the session is a fresh one, under another token, and
 * what is held for it stays. Answers the token. Throws PASSWORD_WRONG, SECOND_FACTOR_REQUIRED or SECOND_FACTOR_WRONG,
 * and TOO_MANY_REQUESTS: tries are counted by the session.
 */
export async function stepUp(
  { confirmation, ...asking }: Asking & { confirmation: Confirmation },
  connection: Connection = database(),
): Promise<string> {
  await asked(asking, connection, (user) => verifyPerson(user, confirmation, placeOf(asking), connection));
  return inTransaction(connection.pool, async (tx) => {
    const token = await renewSession(tx, asking.session.idHash);
    if (!token) throw unauthorized();
    await writeAudit(tx, {
      action: "session.confirmed",
      ids: { user_id: asking.session.user.id },
      actor: asking.actor,
    });
    return token;
  });
}

/** Their password as it is stored, for who shows once more who they are. Throws as `stepUp` does. */
export const askAgain = (asking: Asking, confirmation: Confirmation, connection: Connection): Promise<string> =>
  asked(asking, connection, async (user) => {
    await verifyPerson(user, confirmation, placeOf(asking), connection);
    return user?.password_hash ?? "";
  });

/** Whether it is still this person who sits there. */
async function asked<T>(
  { session, actor }: Asking,
  connection: Connection,
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
    // Their session goes on: 401 is for who has none.
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
