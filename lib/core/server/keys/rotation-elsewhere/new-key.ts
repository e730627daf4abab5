import { randomBytes } from "node:crypto";
import type { ApiKey } from "#lib/core/contract/keys/api-key.ts";
import { revealOnce } from "#lib/core/server/keys/api-keys.ts";
import { keysInUse, learnCurrentKey } from "#lib/core/server/keys/own-key.ts";
import { createOnce } from "#lib/core/server/provisioning/create-once.ts";
import { advance, type Flow } from "#lib/core/server/provisioning/record.ts";
import { apiKeys, type KeyService } from "#lib/core/server/provisioning/resource.ts";
import { ServiceError } from "#lib/core/server/service/service-error.ts";
import { serviceClient } from "#lib/core/server/service-calls/client.ts";
import { CotejoError, conflict, notFound } from "#lib/platform/server/base/errors.ts";
import { database, type Pooled } from "#lib/platform/server/db/database.ts";
import { findRotationElsewhere } from "./list.ts";

export type Work = Pooled & { service: KeyService };

export const usualWork = ({ pool }: Pooled = database()): Work => ({ pool, service: serviceClient({ pool }) });

/**
 * Creates the new key. Null if the outcome stays unknown, or if an admin has to decide first about the key of an
 * earlier attempt: the rotation stays open. Throws ServiceError if no key was created.
 */
export async function createNewKey(flow: Flow<"key_elsewhere">, session_hash: string, { pool, service }: Work) {
  const name = labelAfter(flow.details.old_name);
  let requested = flow;
  try {
    const made = await createOnce({ pool }, apiKeys(service), {
      flow_id: flow.id,
      asked: { name },
      async begin(client) {
        requested = await advance(client, flow, { details: { new_name: name } });
      },
      keep: (client, { entry }) => advance(client, requested, { state: "created", new_id: entry.api_key_id }),
    });
    return made && (await revealOnce({ key: made.entry, api_key: made.secret, name, session_hash }, { pool }));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const now = await findRotationElsewhere(flow.id, { pool });
    if (now) await advance(pool, now, { problem: error.code });
    if (error.code === "OUTCOME_UNKNOWN") return null;
    throw error;
  }
}

const MAX_CHARACTERS = 200;
const MARK_BYTES = 4;
const ATTEMPT_MARK = /-[0-9a-f]{8}$/;

/** The name of the successor of a key: the same, with a mark unique to the attempt. */
export function labelAfter(name: string): string {
  const mark = `-${randomBytes(MARK_BYTES).toString("hex")}`;
  const base = name.replace(ATTEMPT_MARK, "").slice(0, MAX_CHARACTERS - mark.length);
  return `${base.isWellFormed() ? base : base.slice(0, -1)}${mark}`;
}

/**
 * The service's keys, after checking that the key to rotate exists and is not the dashboard's. Throws NOT_FOUND,
 * CONFLICT for the dashboard's key, and CURRENT_KEY_UNKNOWN while that is unknown.
 */
export async function requireRotatable(id: string, work: Work): Promise<ApiKey[]> {
  const keys = await work.service.listApiKeys();
  if (!keys.some(({ api_key_id }) => api_key_id === id)) throw notFound("This API key");
  await requireNotOurs(id, keys, work);
  return keys;
}

/** Throws as `requireRotatable`, for a key that may be gone. */
export async function requireNotOurs(id: string, keys: readonly ApiKey[], work: Work): Promise<void> {
  await learnCurrentKey(keys, work);
  const { current, rotating } = await keysInUse(work);
  if (id === current || rotating.has(id)) {
    throw conflict("This is the dashboard's own key, which has a rotation of its own.");
  }
  if (current === null) throw new CotejoError("CURRENT_KEY_UNKNOWN", 409, "Name the key of this dashboard first.");
}
