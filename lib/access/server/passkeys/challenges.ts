import { hash, randomBytes } from "node:crypto";
import { z } from "zod";
import type { Client } from "#lib/platform/server/db/database.ts";

/** The place in which a challenge may be answered: a session, or before a sign-in a browser, known or unknown. */
export type ChallengePlace = readonly [kind: "session" | "browser", id: string];

/** `verify`: at a sign-in, after the password, or within a session. */
type Scope = { userId: string; purpose: "register" | "verify"; place: ChallengePlace };

export const CHALLENGE_SECONDS = 5 * 60;
/** Open challenges of a person, purpose and place: enough for a few tabs. */
const MAX_OPEN = 5;

const hashOf = (text: string): string => hash("sha256", text);
const hashOfPlace = (place: ChallengePlace): string => hashOf(JSON.stringify(place));

/** Creates a challenge; the database stores its hash alone. Deletes the oldest ones above MAX_OPEN. */
export async function createChallenge(
  client: Client,
  { userId, purpose, place }: Scope,
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(randomBytes(32));
  const base64url = Buffer.from(challenge).toString("base64url");
  await client.query(
    `DELETE FROM passkey_challenges WHERE expires_at < now() OR challenge_hash IN (
       SELECT challenge_hash FROM passkey_challenges WHERE user_id = $1 AND purpose = $2 AND place_hash = $3
       ORDER BY expires_at DESC OFFSET ${MAX_OPEN - 1})`,
    [userId, purpose, hashOfPlace(place)],
  );
  await client.query(
    `INSERT INTO passkey_challenges (challenge_hash, user_id, purpose, place_hash, expires_at)
     VALUES ($1, $2, $3, $4, now() + make_interval(secs => ${CHALLENGE_SECONDS}))`,
    [hashOf(base64url), userId, purpose, hashOfPlace(place)],
  );
  return challenge;
}

const clientData = z.object({ challenge: z.string().max(100), crossOrigin: z.boolean().default(false) });
type ClientData = z.infer<typeof clientData>;

/**
 * Takes the challenge of an answer; null unless it was made for this person, purpose and place and is not too old. The
 * challenge is used up, also if the rest of the answer is wrong.
 */
export async function takeChallenge(
  client: Client,
  clientDataJSON: string,
  { userId, purpose, place }: Scope,
): Promise<string | null> {
  const data = readClientData(clientDataJSON);
  if (!data) return null;
  const { rowCount } = await client.query(
    `DELETE FROM passkey_challenges
     WHERE challenge_hash = $1 AND user_id = $2 AND purpose = $3 AND place_hash = $4 AND expires_at > now()`,
    [hashOf(data.challenge), userId, purpose, hashOfPlace(place)],
  );
  // A page in a frame of another site is refused; the library checks the origin.
  return rowCount === 1 && !data.crossOrigin ? data.challenge : null;
}

function readClientData(clientDataJSON: string): ClientData | null {
  try {
    const parsed = clientData.safeParse(JSON.parse(Buffer.from(clientDataJSON, "base64url").toString("utf8")));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
