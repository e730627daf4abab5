import type { ApiKey } from "#lib/core/contract/keys/api-key.ts";
import type { Adoption, AdoptionRefusal } from "#lib/core/contract/keys/keys.ts";
import { reconcileErasureLog } from "#lib/core/server/erasure-log/erasure-log.ts";
import { clientWithKey, type ServiceClient } from "#lib/core/server/service/client.ts";
import { ServiceError } from "#lib/core/server/service/service-error.ts";
import {
  type DashboardKey,
  findCurrentKey,
  isCurrentKey,
  nameKey,
  switchCurrentKey,
} from "#lib/core/server/vault/dashboard-keys.ts";
import { recordOf } from "#lib/platform/contract/answer.ts";
import { wrongCharacterWords } from "#lib/platform/contract/secret-characters.ts";
import { env } from "#lib/platform/server/base/env.ts";
import { CotejoError, invalid } from "#lib/platform/server/base/errors.ts";
import { database, type Pooled } from "#lib/platform/server/db/database.ts";

/**
 * The service's ids of the keys in use: the dashboard's current key (null if unknown), the keys of its running
 * rotation, and the keys of open rotations of keys used elsewhere.
 */
export async function keysInUse({ pool }: Pooled) {
  const { rows } = await pool.query<{ id: string | null; role: "current" | "rotating" | "replacing" }>(`
    SELECT service_key_id AS id, CASE state WHEN 'current' THEN 'current' ELSE 'rotating' END AS role
      FROM dashboard_keys WHERE state IN ('current', 'pending')
    UNION SELECT old_id, 'rotating' FROM flows WHERE kind = 'own_key' AND NOT ended
    UNION SELECT unnest(ARRAY[old_id, new_id]), 'replacing' FROM flows WHERE kind = 'key_elsewhere' AND NOT ended`);
  const idsOf = (role: string) => rows.flatMap((row) => (row.role === role && row.id ? [row.id] : []));
  return {
    current: idsOf("current")[0] ?? null,
    rotating: new Set(idsOf("rotating")),
    replacing: new Set(idsOf("replacing")),
  };
}

/**
 * Identifies the dashboard's key from `SVC_API_KEY` in the service's list: a single key is the dashboard's (design §6).
 * `keys` is the list as the current key sees it.
 */
export async function learnCurrentKey(keys: readonly ApiKey[], { pool }: Pooled): Promise<DashboardKey | null> {
  const current = await findCurrentKey(pool);
  const [only, ...others] = keys;
  if (!current || current.service_key_id !== null || !only || others.length > 0) return current;
  await nameKey(pool, current.id, only.api_key_id);
  return { ...current, service_key_id: only.api_key_id };
}

/** The key by `learnCurrentKey`, else the key named by an admin. Throws CURRENT_KEY_UNKNOWN without either. */
export async function identifyCurrentKey(
  keys: readonly ApiKey[],
  named: string | undefined,
  { pool }: Pooled,
): Promise<{ id: string; service_key_id: string }> {
  const current = await learnCurrentKey(keys, { pool });
  if (!current) throw new Error("a key that lists keys is stored");
  if (current.service_key_id !== null) return { ...current, service_key_id: current.service_key_id };
  if (named === undefined) {
    throw new CotejoError("CURRENT_KEY_UNKNOWN", 409, "Name the key of this dashboard first: current_key_id.");
  }
  if (!keys.some(({ api_key_id }) => api_key_id === named)) throw invalid("Invalid current_key_id.");
  await nameKey(pool, current.id, named);
  return { ...current, service_key_id: named };
}

/** The number of latest verifications to try: the service may have forgotten one. */
const MAX_SAMPLED = 3;

type Candidate = Pick<ServiceClient, "listReadableApiKeys" | "readVerification">;

type Options = {
  /** A key entered by an admin; else the key in `SVC_API_KEY`. */
  entered?: string | undefined;
  /** An admin confirms the account; used only while no verification is known. */
  confirmed?: boolean | undefined;
};

/**
 * Replaces a stored key that gets 401 by another key, once that has proven itself (design §6): it must answer GET
 * `/api-keys` and read a known verification of our account, since a key of another account works too. Throws
 * VALIDATION_ERROR for an entered key that cannot be sent; errors of the service are outcomes.
 */
export async function adoptKey(
  current: Pick<ServiceClient, "listApiKeys">,
  connection: Pooled = database(),
  { entered, confirmed = false }: Options = {},
): Promise<Adoption> {
  if (entered !== undefined) requireSendable(entered);
  if (!(await isRefused(current))) return { outcome: "unneeded" };
  const candidate = entered ?? env().SVC_API_KEY;
  if (!candidate) return { outcome: "refused", reason: "none_offered" };
  if (await isCurrentKey(candidate, connection)) return { outcome: "refused", reason: "not_accepted" };
  const reason = await findObjection(clientWithKey(candidate), connection, confirmed);
  if (reason) return { outcome: "refused", reason };
  await switchCurrentKey(candidate, connection, entered === undefined ? "environment" : "admin");
  // A restore needs the key in the erasure log. If this fails, the worker writes it within a minute.
  await reconcileErasureLog(connection).catch(() => 0);
  return { outcome: "adopted" };
}

/** Throws VALIDATION_ERROR for a key that no header can carry: no request with it would reach the service. */
export function requireSendable(apiKey: string): void {
  const wrong = wrongCharacterWords(apiKey);
  if (wrong !== null) throw invalid(`Invalid api_key: ${wrong}.`);
}

/** Whether `SVC_API_KEY` holds another key than the stored one, as it also does after each rotation. */
export async function isOtherKeyOffered(connection: Pooled): Promise<boolean> {
  const { SVC_API_KEY: offered } = env();
  return offered ? !(await isCurrentKey(offered, connection)) : false;
}

async function isRefused(current: Pick<ServiceClient, "listApiKeys">): Promise<boolean> {
  try {
    await current.listApiKeys();
    return false;
  } catch (error) {
    return error instanceof ServiceError && error.serviceStatus === 401;
  }
}

async function findObjection(client: Candidate, { pool }: Pooled, confirmed: boolean): Promise<AdoptionRefusal | null> {
  const { rows: known } = await pool.query<{ verification_id: string; account_id: string }>(
    `SELECT verification_id, account_id FROM verification_summaries
     WHERE account_id IS NOT NULL ORDER BY last_activity_at DESC LIMIT ${MAX_SAMPLED}`,
  );
  try {
    await client.listReadableApiKeys();
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

/** The account of a verification by the service; null if this key finds none. */
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
