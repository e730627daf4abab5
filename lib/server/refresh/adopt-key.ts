import { isRecord } from "#lib/contract/answer.ts";
import { type Database, database } from "#lib/server/db/database.ts";
import { env } from "#lib/server/env.ts";
import { createServiceClient, type ServiceClient } from "#lib/server/service/client.ts";
import { ServiceError } from "#lib/server/service/service-error.ts";
import { isCurrentKey, switchCurrentKey } from "#lib/server/vault/current-key.ts";

const refusedKey = (error: unknown): boolean => error instanceof ServiceError && error.serviceStatus === 401;

/**
 * If the stored key gets 401 and `SVC_API_KEY` holds another one, takes that one over once it has proven itself (design
 * §6): it must answer GET `/api-keys` and read a verification that we know to be of our account, since another account's
 * key also works on its own. Returns whether it was taken over.
 */
export async function adoptEnvironmentKey(
  current: Pick<ServiceClient, "listApiKeys">,
  connection: Pick<Database, "pool"> = database(),
): Promise<boolean> {
  const { SVC_API_KEY: candidate, SVC_BASE_URL: baseUrl } = env();
  if (!candidate || !baseUrl || (await isCurrentKey(candidate, connection))) return false;
  try {
    await current.listApiKeys();
    return false;
  } catch (error) {
    if (!refusedKey(error)) return false;
  }
  const client = createServiceClient({ baseUrl, getKey: async () => candidate });
  if (!(await provesItself(client, connection))) return false;
  await switchCurrentKey(candidate, connection);
  return true;
}

async function provesItself(
  client: Pick<ServiceClient, "listApiKeys" | "readVerification">,
  { pool }: Pick<Database, "pool">,
): Promise<boolean> {
  const { rows } = await pool.query<{ verification_id: string; account_id: string }>(
    `SELECT verification_id, account_id FROM verification_summaries
     WHERE account_id IS NOT NULL ORDER BY last_activity_at DESC LIMIT 1`,
  );
  const [known] = rows;
  if (!known) return false;
  try {
    await client.listApiKeys();
    const { body } = await client.readVerification(known.verification_id);
    const record = isRecord(body) && isRecord(body.data) && !("account_id" in body) ? body.data : body;
    return isRecord(record) && record.account_id === known.account_id;
  } catch (error) {
    if (error instanceof ServiceError) return false;
    throw error;
  }
}
