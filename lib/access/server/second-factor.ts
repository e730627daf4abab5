import { hash, randomInt } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import type { Enrolment } from "#lib/access/contract/user.ts";
import { deleteSecret, openSecret, sealSecret } from "#lib/core/server/vault/vault.ts";
import { env } from "#lib/platform/server/base/env.ts";
import { CotejoError, conflict } from "#lib/platform/server/base/errors.ts";
import { type Client, database, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import { endSessions } from "./sessions.ts";

/*
 * Time-based one-time passwords (RFC 6238). Authenticators and otpauth have the same default values: SHA-1, six digits, steps
 * of 30 s, a secret of 160 random bits.
 */

/** A new secret in base32, which a person can type into an authenticator. */
export const newTotpSecret = (): string => new Secret().base32;

/**
 * The time step of a code at a time in Unix seconds; null for a wrong code. Typing and transport take time (RFC 6238, 5.2):
 * the previous step counts too, a future step never. Both are computed for every code, so that the time of the answer
 * shows nothing.
 */
export function stepOfCode(secret: string, code: string, seconds: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const totp = new TOTP({ secret });
  const times = [(seconds - totp.period) * 1_000, seconds * 1_000];
  const matching = times.filter((timestamp) => totp.validate({ token: code, timestamp, window: 0 }) !== null);
  const [timestamp] = matching.slice(-1);
  return timestamp === undefined ? null : totp.counter({ timestamp });
}

/** The content of the QR code, in the form that authenticators agree on. */
export const totpUri = (secret: string, account: string, issuer: string): string =>
  new TOTP({ secret, label: account, issuer }).toString();

type Factor = { secret_id: string; confirmed_at: string | null };
type Person = { id: string; email: string };

/** 401 at a sign-in; 403 within a session, which stays open. */
export const wrongCode = (status: 401 | 403) =>
  new CotejoError("SECOND_FACTOR_WRONG", status, "This code is not right, or was used.");

const missing = () => new CotejoError("SECOND_FACTOR_MISSING", 409, "There is no second factor.");

const inUse = () => conflict("There is a second factor already: remove it first.");

/** A disabled passkey counts too: the password alone is not enough afterwards. */
export async function hasSecondFactor(client: Client, userId: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM totp_factors WHERE user_id = $1 AND confirmed_at IS NOT NULL
     UNION ALL SELECT FROM passkeys WHERE user_id = $1 LIMIT 1`,
    [userId],
  );
  return rowCount === 1;
}

/** Creates a secret for an authenticator. Its first right code puts it into use; until then a new secret replaces it. */
export async function beginEnrolment(user: Person, { pool }: Pooled = database()): Promise<Enrolment> {
  const secret = newTotpSecret();
  await inTransaction(pool, async (tx) => {
    // Serialised per user.
    await tx.query("SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE", [user.id]);
    const before = await factorOf(tx, user.id);
    if (before?.confirmed_at) throw inUse();
    if (before) await deleteSecret(tx, before.secret_id);
    const secretId = await sealSecret(tx, { kind: "totp_secret", owner: user.id, value: secret });
    await tx.query(
      `INSERT INTO totp_factors (user_id, secret_id) VALUES ($1, $2)
       ON CONFLICT (user_id) DO UPDATE SET secret_id = $2, last_step = NULL`,
      [user.id, secretId],
    );
  });
  return { secret, uri: totpUri(secret, user.email, `Cotejo ${new URL(env().APP_ORIGIN).host}`) };
}

/**
 * The first right code puts the secret into use, and ends the person's other sessions, which began without a second
 * factor. Returns the recovery codes. Throws SECOND_FACTOR_WRONG, or SECOND_FACTOR_MISSING without a begun enrolment.
 */
export async function confirmEnrolment(
  { user, idHash, code }: { user: Person; idHash: string; code: string },
  { pool }: Pooled = database(),
): Promise<string[]> {
  return inTransaction(pool, async (tx) => {
    await tx.query("SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE", [user.id]);
    const factor = await factorOf(tx, user.id);
    if (!factor) throw missing();
    if (factor.confirmed_at) throw inUse();
    if (!(await spendTotp(tx, user.id, code))) throw wrongCode(403);
    await tx.query("UPDATE totp_factors SET confirmed_at = now() WHERE user_id = $1", [user.id]);
    await endSessions(tx, user.id, idHash);
    return replaceRecoveryCodes(tx, user.id);
  });
}

/** Uses a code up and returns its kind; null for a wrong or used code. One of two concurrent calls gets null. */
export async function spendCode(client: Client, userId: string, typed: string): Promise<"totp" | "recovery" | null> {
  const code = typed.replaceAll(/\s/g, "");
  if (isOfAuthenticator(code)) return (await spendTotp(client, userId, code)) ? "totp" : null;
  return (await spendRecoveryCode(client, userId, typed)) ? "recovery" : null;
}

/** Six digits, not a recovery code. */
export const isOfAuthenticator = (typed: string): boolean => /^\d{6}$/.test(typed.replaceAll(/\s/g, ""));

/** RFC 6238, 5.2: a code is accepted once, and no code of an earlier step after it. */
async function spendTotp(client: Client, userId: string, typed: string): Promise<boolean> {
  const factor = await factorOf(client, userId);
  if (!factor) return false;
  const secret = await openSecret(client, factor.secret_id);
  const step = stepOfCode(secret, typed.replaceAll(/\s/g, ""), Date.now() / 1000);
  if (step === null) return false;
  const { rowCount } = await client.query(
    "UPDATE totp_factors SET last_step = $2 WHERE user_id = $1 AND (last_step IS NULL OR last_step < $2)",
    [userId, step],
  );
  return rowCount === 1;
}

async function factorOf(client: Client, userId: string): Promise<Factor | null> {
  const { rows } = await client.query<Factor>("SELECT secret_id, confirmed_at FROM totp_factors WHERE user_id = $1", [
    userId,
  ]);
  return rows[0] ?? null;
}

/** Removes authenticator, passkeys and recovery codes. Throws SECOND_FACTOR_MISSING. */
export async function removeSecondFactor(client: Client, userId: string): Promise<void> {
  const hadAuthenticator = await removeAuthenticator(client, userId);
  const { rowCount } = await client.query("DELETE FROM passkeys WHERE user_id = $1", [userId]);
  await endRecoveryCodes(client, userId);
  if (!hadAuthenticator && !rowCount) throw missing();
}

async function removeAuthenticator(client: Client, userId: string): Promise<boolean> {
  const { rows } = await client.query<Factor>(
    "DELETE FROM totp_factors WHERE user_id = $1 RETURNING secret_id, confirmed_at",
    [userId],
  );
  if (rows[0]) await deleteSecret(client, rows[0].secret_id);
  return (rows[0]?.confirmed_at ?? null) !== null;
}

/**
 * Removes the user's own authenticator, and the recovery codes if no passkey is left. Throws SECOND_FACTOR_MISSING.
 */
export const removeOwnSecondFactor = (userId: string, { pool }: Pooled = database()): Promise<void> =>
  inTransaction(pool, async (tx) => {
    await tx.query("SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE", [userId]);
    if (!(await removeAuthenticator(tx, userId))) throw missing();
    if (!(await hasSecondFactor(tx, userId))) await endRecoveryCodes(tx, userId);
  });

/** New recovery codes in place of the old. Throws SECOND_FACTOR_MISSING. */
export const renewRecoveryCodes = (userId: string, { pool }: Pooled = database()): Promise<string[]> =>
  inTransaction(pool, async (tx) => {
    await tx.query("SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE", [userId]);
    if (!(await hasSecondFactor(tx, userId))) throw missing();
    return replaceRecoveryCodes(tx, userId);
  });

const CODE_COUNT = 10;
const CODE_LENGTH = 24;
/** Crockford's base32: no I, L, O and U, which look like other characters. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** The code as it was created, from any spelling that a user types. */
function normalCode(typed: string): string {
  const letters = typed.toUpperCase().replaceAll(/[\s-]/g, "");
  return letters.replaceAll("O", "0").replaceAll(/[IL]/g, "1");
}

// 120 random bits: from 112 on a plain hash is enough (ASVS 6.5.2). Codes of earlier versions have 80.
const hashCode = (userId: string, typed: string): string => hash("sha256", `${userId} ${normalCode(typed)}`);

const newCode = (): string => {
  const letters = Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  return (letters.match(/.{4}/g) ?? []).join("-");
};

export const endRecoveryCodes = (client: Client, userId: string) =>
  client.query("DELETE FROM recovery_codes WHERE user_id = $1", [userId]);

/** Replaces the recovery codes of a person and returns the new ones; only their hashes are stored. */
export async function replaceRecoveryCodes(client: Client, userId: string): Promise<string[]> {
  const codes = Array.from({ length: CODE_COUNT }, newCode);
  await endRecoveryCodes(client, userId);
  await client.query("INSERT INTO recovery_codes (code_hash, user_id) SELECT unnest($1::text[]), $2", [
    codes.map((code) => hashCode(userId, code)),
    userId,
  ]);
  return codes;
}

/** Uses a code up; false for a used code, and for a code that is not this person's. One of two concurrent calls gets true. */
async function spendRecoveryCode(client: Client, userId: string, typed: string): Promise<boolean> {
  const { rowCount } = await client.query(
    "UPDATE recovery_codes SET used_at = now() WHERE code_hash = $1 AND user_id = $2 AND used_at IS NULL",
    [hashCode(userId, typed), userId],
  );
  return rowCount === 1;
}
