import type { NewPasskey, PasskeyCreation } from "#lib/access/contract/passkey.ts";
import type { Client } from "#lib/platform/server/db/database.ts";
import { CHALLENGE_SECONDS, type ChallengePlace, createChallenge, takeChallenge } from "./challenges.ts";
import { relyingParty } from "./relying-party.ts";

export type MadeCredential = { credential_id: string; public_key: Buffer; counter: number; transports: string[] };

/** EdDSA, ES256 and RS256 (RFC 9053, RFC 8812), which authenticators support. */
const ALGORITHMS = [-8, -7, -257];

type Scope = { user: { id: string; email: string; name: string }; place: ChallengePlace };

/** Options for the browser to create a passkey; null for an origin without passkeys. Imports the heavy library on use. */
export async function requestRegistration(client: Client, { user, place }: Scope): Promise<PasskeyCreation | null> {
  const party = relyingParty();
  if (!party) return null;
  const { rows } = await client.query<{ id: string }>("SELECT credential_id AS id FROM passkeys WHERE user_id = $1", [
    user.id,
  ]);
  const { generateRegistrationOptions } = await import("@simplewebauthn/server");
  return generateRegistrationOptions({
    rpName: "Cotejo",
    rpID: party.id,
    userID: new Uint8Array(Buffer.from(user.id.replaceAll("-", ""), "hex")),
    userName: user.email,
    userDisplayName: user.name,
    challenge: await createChallenge(client, { userId: user.id, purpose: "register", place }),
    timeout: CHALLENGE_SECONDS * 1_000,
    attestationType: "none",
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: rows,
    authenticatorSelection: { residentKey: "preferred", userVerification: "required" },
  });
}

/** The credential of a valid answer; null otherwise. */
export async function verifyRegistration(
  client: Client,
  { id, rawId, type, response }: NewPasskey["passkey"],
  { user, place }: Scope,
): Promise<MadeCredential | null> {
  const party = relyingParty();
  const of = { userId: user.id, purpose: "register", place } as const;
  const expectedChallenge = party && (await takeChallenge(client, response.clientDataJSON, of));
  if (!expectedChallenge) return null;
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { id, rawId, type, response: { ...response, transports: [] }, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
    // The library throws a plain error for a wrong answer.
  }).catch(() => ({ registrationInfo: undefined }));
  if (!registrationInfo) return null;
  const { credential } = registrationInfo;
  return {
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: response.transports,
  };
}
