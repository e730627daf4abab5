import { recordOf } from "#lib/contract/answer.ts";
import { type Database, database } from "#lib/server/db/database.ts";
import { env } from "#lib/server/env.ts";
import { createServiceClient, type ServiceClient } from "#lib/server/service/client.ts";
import { ServiceError } from "#lib/server/service/service-error.ts";
import { isCurrentKey, switchCurrentKey } from "#lib/server/vault/current-key.ts";

/** So many of the verifications known last are asked for: the service may have forgotten one. */
const MOST_ASKED = 3;

/** Why a key is not taken over. */
export type Refusal =
  /** It gets 401 itself. */
  | "not_accepted"
  /** It may not list keys or read verifications. */
  | "not_permitted"
  /** It does not read what our key read, or reads it as another account's. */
  | "other_account"
  /** Nothing is known yet that it could read: an admin has to confirm that it is of our account. */
  | "unconfirmed"
  /** The service could not be asked; it will be again. */
  | "service_unavailable";

export type Adoption = { outcome: "unneeded" } | { outcome: "adopted" } | { outcome: "refused"; reason: Refusal };

type Candidate = Pick<ServiceClient, "listApiKeys" | "readVerification">;

/**
 * If the stored key gets 401 and `SVC_API_KEY` holds another one, takes that one over once it has proven itself (design
 * §6): it must answer GET `/api-keys` and read a verification that we know to be of our account, since another account's
 * key also works on its own. `confirmed` says that an admin vouches for the account, which counts only where nothing is
 * known yet. Throws only what is not the service's doing.
 */
export async function adoptEnvironmentKey(
  current: Pick<ServiceClient, "listApiKeys">,
  connection: Pick<Database, "pool"> = database(),
  { confirmed = false }: { confirmed?: boolean } = {},
): Promise<Adoption> {
  const { SVC_API_KEY: candidate, SVC_BASE_URL: baseUrl } = env();
  if (!candidate || !baseUrl || (await isCurrentKey(candidate, connection))) return { outcome: "unneeded" };
  if (!(await isRefused(current))) return { outcome: "unneeded" };
  const client = createServiceClient({ baseUrl, getKey: async () => candidate });
  const reason = await findObjection(client, connection, confirmed);
  if (reason) return { outcome: "refused", reason };
  await switchCurrentKey(candidate, connection);
  return { outcome: "adopted" };
}

async function isRefused(current: Pick<ServiceClient, "listApiKeys">): Promise<boolean> {
  try {
    await current.listApiKeys();
    return false;
  } catch (error) {
    return error instanceof ServiceError && error.serviceStatus === 401;
  }
}

async function findObjection(
  client: Candidate,
  { pool }: Pick<Database, "pool">,
  confirmed: boolean,
): Promise<Refusal | null> {
  const { rows: known } = await pool.query<{ verification_id: string; account_id: string }>(
    `SELECT verification_id, account_id FROM verification_summaries
     WHERE account_id IS NOT NULL ORDER BY last_activity_at DESC LIMIT ${MOST_ASKED}`,
  );
  try {
    await client.listApiKeys();
    for (const { verification_id, account_id } of known) {
      const stated = await readAccount(client, verification_id);
      if (stated !== null) return stated === account_id ? null : "other_account";
    }
    if (known.length > 0) return "other_account";
    return confirmed ? null : "unconfirmed";
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.serviceStatus === 401) return "not_accepted";
    return error.serviceStatus === 403 ? "not_permitted" : "service_unavailable";
  }
}

/** The account that the service states for a verification; null where this key finds none. */
async function readAccount(client: Candidate, verification_id: string): Promise<string | null> {
  try {
    const { body } = await client.readVerification(verification_id);
    const { account_id } = recordOf(body, ["account_id", "verification_id"], "verification");
    return typeof account_id === "string" ? account_id : null;
  } catch (error) {
    if (error instanceof ServiceError && error.serviceStatus === 404) return null;
    throw error;
  }
}
