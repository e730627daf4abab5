import { createHash, randomInt } from "node:crypto";
import type { Client } from "#lib/server/db/database.ts";

const HOW_MANY = 10;
const LENGTH = 16;
/** Crockford's: no I, L, O and U, which look like others. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** As it was made, however it was typed. */
function normalCode(typed: string): string {
  const letters = typed.toUpperCase().replaceAll(/[\s-]/g, "");
  return letters.replaceAll("O", "0").replaceAll(/[IL]/g, "1");
}

// 80 random bits, so a plain hash is enough.
const hashCode = (userId: string, typed: string): string =>
  createHash("sha256")
    .update(`${userId} ${normalCode(typed)}`)
    .digest("hex");

const newCode = (): string => {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  return (letters.match(/.{4}/g) ?? []).join("-");
};

/** Ten new codes in place of those that a person had; only their hashes stay. */
export async function replaceRecoveryCodes(client: Client, userId: string): Promise<string[]> {
  const codes = Array.from({ length: HOW_MANY }, newCode);
  await client.query("DELETE FROM recovery_codes WHERE user_id = $1", [userId]);
  await client.query("INSERT INTO recovery_codes (code_hash, user_id) SELECT unnest($1::text[]), $2", [
    codes.map((code) => hashCode(userId, code)),
    userId,
  ]);
  return codes;
}

/** Uses a code up; false where it is none of this person's, or was used. Of two at once one gets true. */
export async function spendRecoveryCode(client: Client, userId: string, typed: string): Promise<boolean> {
  const { rowCount } = await client.query(
    "UPDATE recovery_codes SET used_at = now() WHERE code_hash = $1 AND user_id = $2 AND used_at IS NULL",
    [hashCode(userId, typed), userId],
  );
  return rowCount === 1;
}
