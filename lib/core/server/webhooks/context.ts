import type { FlowState } from "#lib/core/contract/provisioning/flow.ts";
import { isOnThisMachine } from "#lib/core/contract/webhooks/webhook-problems.ts";
import { withLock } from "#lib/core/server/provisioning/lock.ts";
import type { ServiceClient } from "#lib/core/server/service/client.ts";
import { serviceClient } from "#lib/core/server/service-calls/client.ts";
import { env } from "#lib/platform/server/base/env.ts";
import { conflict } from "#lib/platform/server/base/errors.ts";
import { LOCKS } from "#lib/platform/server/db/advisory-lock.ts";
import { database, type Pooled } from "#lib/platform/server/db/database.ts";

export type Context = Pooled & {
  service: Pick<
    ServiceClient,
    "listWebhooks" | "listReadableWebhooks" | "getWebhook" | "createWebhook" | "updateWebhook" | "deleteWebhook"
  >;
  /** The service runs on this machine and may deliver to plain http addresses there. */
  local: boolean;
};

export const webhookContext = (connection: Pooled = database()): Context => ({
  pool: connection.pool,
  service: serviceClient(connection),
  local: isOnThisMachine(env().SVC_BASE_URL ?? ""),
});

/** Runs a change of the account's webhooks under the lock for such changes. */
export const changingWebhooks = <T>({ pool }: Context, work: () => Promise<T>): Promise<T> =>
  withLock(pool, LOCKS.webhooks, work);

type ReplacementPart = { part: "old" | "twin"; old_id: string; state: FlowState<"webhook"> };

export type InUse = {
  /** The service's ids of the dashboard's own webhook and its replacement. */
  own: Set<string>;
  /** The webhooks of replacements in progress, by the service's ids. */
  replacing: Map<string, ReplacementPart>;
};

export async function webhooksInUse({ pool }: Pick<Context, "pool">): Promise<InUse> {
  const [own, replacements] = await Promise.all([
    pool.query<{ id: string }>(`
      SELECT webhook_id AS id FROM receivers WHERE state <> 'retired' AND webhook_id IS NOT NULL
      UNION SELECT webhook_id FROM receiver_secrets WHERE role <> 'retired' AND webhook_id IS NOT NULL`),
    pool.query<{ old_id: string; new_id: string | null; state: FlowState<"webhook"> }>(`
      SELECT old_id, new_id, state FROM flows WHERE kind = 'webhook' AND NOT ended`),
  ]);
  const replacing = new Map<string, ReplacementPart>();
  for (const { old_id, new_id, state } of replacements.rows) {
    replacing.set(old_id, { part: "old", old_id, state });
    if (new_id !== null) replacing.set(new_id, { part: "twin", old_id, state });
  }
  return { own: new Set(own.rows.map(({ id }) => id)), replacing };
}

/** Throws CONFLICT for a webhook in use. */
export function refuseInUse(id: string, { own, replacing }: InUse): void {
  if (replacing.has(id)) throw conflict("The secret of this webhook is being replaced: finish or give up that first.");
  if (own.has(id)) throw conflict("This is the dashboard's own webhook, which it manages itself.");
}
