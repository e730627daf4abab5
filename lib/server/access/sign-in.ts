import { eq } from "drizzle-orm";
import type { Credentials, SessionUser } from "#lib/contract/user.ts";
import { type Database, database } from "#lib/server/db/database.ts";
import { users } from "#lib/server/db/schema/access.ts";
import { CotejoError } from "#lib/server/errors.ts";
import { hashPassword, needsRehash, verifyPassword } from "./password.ts";
import { startSession } from "./sessions.ts";
import { clearSignInFailures, recordSignInFailure, signInDelay } from "./throttle.ts";
import { findUserByEmail } from "./users.ts";

/**
 * Checks email and password and starts a session. One answer for a wrong password, an unknown address and a disabled
 * account, after the same work. Throws UNAUTHORIZED, or TOO_MANY_REQUESTS with `retryAfter`.
 */
export async function signIn(
  { email, password }: Credentials,
  connection: Database = database(),
): Promise<{ sessionId: string; user: SessionUser }> {
  const wait = await signInDelay(email, connection);
  if (wait > 0) {
    throw new CotejoError("TOO_MANY_REQUESTS", 429, "Too many attempts. Try again later.", {
      retryable: true,
      retryAfter: wait,
    });
  }
  const user = await findUserByEmail(email, connection);
  const matches = await verifyPassword(password, user?.password_hash ?? null);
  if (!user || !matches || user.disabled_at) {
    await recordSignInFailure(email, connection);
    throw new CotejoError("UNAUTHORIZED", 401, "Email or password is wrong.");
  }
  await clearSignInFailures(email, connection);
  if (user.password_hash && needsRehash(user.password_hash)) {
    const password_hash = await hashPassword(password);
    await connection.db.update(users).set({ password_hash }).where(eq(users.id, user.id));
  }
  const sessionId = await startSession(user.id, connection);
  return { sessionId, user: { email: user.email, name: user.name, role: user.role } };
}
