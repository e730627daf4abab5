import { type Database, inTransaction } from "#lib/server/db/database.ts";
import { CotejoError } from "#lib/server/errors.ts";
import { addNotice } from "./account-notices.ts";
import type { Lane } from "./hashing.ts";
import { verifyPassword } from "./password.ts";
import { notLetIn, Refusal, type RefusalReason } from "./refusal.ts";
import { hasSecondFactor, spendCode, wrongCode } from "./second-factor.ts";
import { giveBack, takeAttempt } from "./throttle.ts";
import type { StoredUser } from "./users.ts";

const codeRequired = () => new CotejoError("SECOND_FACTOR_REQUIRED", 401, "Give the code of your second factor too.");

type Given = { password: string; code?: string | undefined };

/**
 * Where somebody shows who they are: a browser that they are known in or an open session, each with attempts at codes of
 * its own, so that a stranger who has the password can't use up those of the owner. Null for anywhere else.
 */
export type Place = readonly [kind: "browser" | "session", id: string] | null;

/** Which second factor somebody has shown; null where they have none. */
export type ShownCode = "totp" | "recovery" | null;

/**
 * Checks the password. One answer after the same work for a wrong one, an unknown address and a disabled account. Throws
 * Refusal.
 */
async function verifyTheirPassword(
  user: StoredUser | null,
  password: string,
  lane: Lane,
): Promise<StoredUser & { password_hash: string }> {
  const matches = await verifyPassword(password, user?.password_hash ?? null, lane);
  if (!user?.password_hash || !matches || user.disabled_at) throw new Refusal(reasonOf(user, matches), notLetIn());
  return { ...user, password_hash: user.password_hash };
}

/**
 * The same, and then where there is one the second factor: a code is asked for only after the right password. A wrong one
 * from anywhere is shown to the owner the next time that they sign in.
 */
export async function verifyPerson(
  user: StoredUser | null,
  { password, code }: Given,
  place: Place,
  connection: Pick<Database, "pool">,
): Promise<ShownCode> {
  const { id } = await verifyTheirPassword(user, password, place ? "known" : "stranger");
  if (!(await hasSecondFactor(connection.pool, id))) return null;
  if (code === undefined) throw new Refusal("code_missing", codeRequired());
  const attempts = [["code", id, ...(place ?? [])]] as const;
  await takeAttempt(attempts, connection);
  const kind = await inTransaction(connection.pool, (tx) => spendCode(tx, id, code));
  if (!kind) {
    if (!place) await addNotice(connection.pool, id, "wrong_codes");
    throw new Refusal("code_wrong", wrongCode(401));
  }
  await giveBack(attempts, connection);
  return kind;
}

function reasonOf(user: StoredUser | null, matches: boolean): RefusalReason {
  if (!user) return "unknown_account";
  if (user.disabled_at && matches) return "disabled";
  return user.password_hash ? "wrong_password" : "no_password";
}
