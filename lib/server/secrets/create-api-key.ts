import type { ApiKey } from "#lib/contract/keys/api-key.ts";
import type { CreatedKey } from "#lib/contract/keys/keys.ts";
import { type Database, database } from "#lib/server/db/database.ts";
import { isConflict, isOutcomeUnknown, unknownOutcome } from "#lib/server/provisioning/outcome.ts";
import { serviceClient } from "#lib/server/refresh/service.ts";
import { learnCurrentKey } from "#lib/server/rotation/current.ts";
import { fingerprintOf, holdReveal } from "./reveals.ts";

/**
 * Creates an API key, sent once: an unknown outcome is never tried again (design §6). The value is held for the session
 * before it is told. Throws ServiceError; OUTCOME_UNKNOWN also after 5xx and an answer that could not be read.
 */
export async function createApiKey(
  { name, session_hash }: { name: string; session_hash: string },
  connection: Pick<Database, "pool"> = database(),
): Promise<CreatedKey> {
  const service = serviceClient(connection);
  // While there is one key only, it is known which one is ours.
  await learnCurrentKey(await service.listApiKeys(), connection);
  const { key, api_key } = await service.createApiKey(name).catch((error: unknown) => {
    // A conflict is over the name, which somebody chose.
    throw isOutcomeUnknown(error) && !isConflict(error) ? unknownOutcome("key", error) : error;
  });
  return revealOnce({ key, api_key, name, session_hash }, connection);
}

/** What is revealed of a key that was created just now. Its value is held for the session before that. */
export async function revealOnce(
  { key, api_key, name, session_hash }: { key: ApiKey; api_key: string; name: string; session_hash: string },
  connection: Pick<Database, "pool">,
): Promise<CreatedKey> {
  const about = { kind: "api_key", subject_id: key.api_key_id, name, value: api_key } as const;
  // That it cannot be held is no reason not to reveal it: it exists, and this is the one time.
  const held = await holdReveal({ ...about, session_hash }, connection).catch(() => null);
  return {
    id: key.api_key_id,
    name,
    api_key,
    created_at: key.created_at,
    fingerprint: fingerprintOf(api_key),
    reveal_id: held?.id ?? null,
    expires_at: held?.expires_at ?? null,
  };
}
