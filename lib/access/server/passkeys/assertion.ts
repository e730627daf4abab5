import type { PasskeyAnswer, PasskeyRequest } from "#lib/access/contract/passkey.ts";
import { SYSTEM_ACTOR } from "#lib/platform/server/audit/actor.ts";
import { writeAudit } from "#lib/platform/server/audit/write.ts";
import { type Client, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import { CHALLENGE_SECONDS, type ChallengePlace, createChallenge, takeChallenge } from "./challenges.ts";
import { relyingParty } from "./relying-party.ts";

type Scope = { userId: string; place: ChallengePlace };
type UsablePasskey = { id: string; transports: string[] };
type StoredPasskey = { id: string; public_key: Buffer };

/** Options for the browser to ask for a passkey of the person; null if none is accepted. */
export async function requestPasskey(client: Client, { userId, place }: Scope): Promise<PasskeyRequest | null> {
  const party = relyingParty();
  if (!party) return null;
  const { rows } = await client.query<UsablePasskey>(
    "SELECT credential_id AS id, transports FROM passkeys WHERE user_id = $1 AND disabled_at IS NULL ORDER BY created_at",
    [userId],
  );
  if (rows.length === 0) return null;
  const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: await createChallenge(client, { userId, purpose: "verify", place }),
    allowCredentials: rows,
    timeout: CHALLENGE_SECONDS * 1_000,
    userVerification: "required",
  });
}

/**
 * Checks an answer to a challenge. A counter that went back shows that the passkey has a copy: the passkey is disabled, and
 * an entry of the audit trail and an alert tell the admins.
 */
export async function spendPasskey(
  { id, rawId, type, response }: PasskeyAnswer,
  { userId, place }: Scope,
  { pool }: Pooled,
): Promise<"passkey" | "wrong" | "cloned"> {
  const party = relyingParty();
  const of = { userId, purpose: "verify", place } as const;
  const expectedChallenge = party && (await takeChallenge(pool, response.clientDataJSON, of));
  if (!expectedChallenge) return "wrong";
  const { rows } = await pool.query<StoredPasskey>(
    "SELECT id, public_key FROM passkeys WHERE credential_id = $1 AND user_id = $2 AND disabled_at IS NULL",
    [id, userId],
  );
  const [passkey] = rows;
  if (!passkey) return "wrong";
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { id, rawId, type, response, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    // The counter is compared below, where the row is locked.
    credential: { id, publicKey: new Uint8Array(passkey.public_key), counter: 0 },
  }).catch(() => ({ verified: false, authenticationInfo: null }));
  if (!verified || !authenticationInfo) return "wrong";
  return inTransaction(pool, (tx) =>
    countUse(tx, { userId, passkeyId: passkey.id, given: authenticationInfo.newCounter }),
  );
}

type KeyUse = { userId: string; passkeyId: string; given: number };

async function countUse(tx: Client, { userId, passkeyId, given }: KeyUse): Promise<"passkey" | "wrong" | "cloned"> {
  const { rows } = await tx.query<{ counter: number }>(
    "SELECT counter FROM passkeys WHERE id = $1 AND disabled_at IS NULL FOR UPDATE",
    [passkeyId],
  );
  const [stored] = rows;
  // Removed or disabled meanwhile.
  if (!stored) return "wrong";
  const wentBack = (given > 0 || stored.counter > 0) && given <= stored.counter;
  if (wentBack) {
    await tx.query("UPDATE passkeys SET disabled_at = now() WHERE id = $1", [passkeyId]);
    await writeAudit(tx, {
      action: "passkey.disabled",
      ids: { user_id: userId, passkey_id: passkeyId },
      actor: SYSTEM_ACTOR,
      after: { counter_before: stored.counter, counter: given },
    });
    return "cloned";
  }
  await tx.query("UPDATE passkeys SET counter = $2, last_used_at = now() WHERE id = $1", [passkeyId, given]);
  return "passkey";
}
