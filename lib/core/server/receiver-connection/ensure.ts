import { randomBytes } from "node:crypto";
import { EVENT_NAMES } from "#lib/core/contract/events/event.ts";
import type { Webhook } from "#lib/core/contract/webhooks/webhook.ts";
import { noteWebhook } from "#lib/core/server/outages/detect.ts";
import { unknownOutcome } from "#lib/core/server/provisioning/attempts.ts";
import { createOnce } from "#lib/core/server/provisioning/create-once.ts";
import { withLock } from "#lib/core/server/provisioning/lock.ts";
import { moveFlows } from "#lib/core/server/provisioning/record.ts";
import { deleteIfThere, isSameAddress, webhooks } from "#lib/core/server/provisioning/resource.ts";
import type { ServiceClient } from "#lib/core/server/service/client.ts";
import { ServiceError } from "#lib/core/server/service/service-error.ts";
import { serviceClient } from "#lib/core/server/service-calls/client.ts";
import { LOCKS } from "#lib/platform/server/db/advisory-lock.ts";
import { database, type Pooled } from "#lib/platform/server/db/database.ts";
import { addressOf, leadsTo, OWN_WEBHOOK, type OwnWebhook } from "./own-webhook.ts";
import { acceptSecret, awaitingSecret, retireSecrets } from "./secrets.ts";

const CHECK_SOON = "UPDATE connection_checks SET due_at = now()";

const DESCRIPTION = "Cotejo dashboard";

export type Service = Pick<ServiceClient, "listWebhooks" | "createWebhook" | "updateWebhook" | "deleteWebhook">;
type Context = Pooled & { service: Service };

export type Connected = {
  state: "connected";
  receiver_id: string;
  did: "nothing" | "created" | "repaired";
};

type OwnWebhooks = {
  receiver: OwnWebhook | undefined;
  listed: Webhook[];
  /** The receiver's webhook among them. */
  webhook: Webhook | undefined;
};

/**
 * Creates or repairs the dashboard's own webhook, so that the service delivers every event to our receiver. Safe to
 * call at any time, also concurrently. Throws ServiceError; a retry continues from the reached state.
 */
export const ensureReceiver = (
  { pool }: Pooled = database(),
  service: Service = serviceClient({ pool }),
): Promise<Connected> =>
  withLock(pool, LOCKS.webhooks, async () => {
    const context = { pool, service };
    const { receiver, listed, webhook } = await listOwn(context);
    return receiver && webhook && webhook.enabled !== false
      ? repair(context, { receiver, listed, webhook })
      : create(context, { receiver, listed, webhook });
  });

/** Ends an outage of the webhook at its repair, so that pages need not wait for the next check, and makes that check due. */
async function noteRepaired({ pool }: Pooled): Promise<void> {
  await noteWebhook({ pool }, []);
  await pool.query(CHECK_SOON);
}

async function listOwn({ pool, service }: Context): Promise<OwnWebhooks> {
  const [receiver] = (await pool.query<OwnWebhook>(OWN_WEBHOOK)).rows;
  const listed = await service.listWebhooks();
  const isOurs = ({ webhook_id }: Webhook) => receiver?.state === "connected" && webhook_id === receiver.webhook_id;
  return { receiver, listed, webhook: listed.find(isOurs) };
}

/** Also replaces a webhook deleted or disabled at the service: no call enables one, or reads its secret again. */
async function create({ pool, service }: Context, { receiver, listed, webhook }: OwnWebhooks): Promise<Connected> {
  if (receiver?.state === "connected") {
    await noteWebhook({ pool }, [webhook ? "disabled_at_service" : "deleted_at_service"]);
  }
  const id = receiver?.id ?? randomBytes(12).toString("base64url");
  const url = addressOf(id);
  await pool.query(
    `INSERT INTO receivers (id, state, url) VALUES ($1, 'creating', $2)
     ON CONFLICT (id) DO UPDATE SET url = EXCLUDED.url`,
    [id, url],
  );
  await awaitingSecret(pool, id, async () => {
    const others = listed.filter((other) => other === webhook || leadsTo(id, other.url));
    await deleteAll(service, others);
    const creation = createOnce({ pool }, ownWebhooks(service, id), {
      flow_id: id,
      asked: { url, events: EVENT_NAMES, description: DESCRIPTION },
      listed: listed.filter((other) => !others.includes(other)),
      tries: 2,
      async keep(client, created) {
        await retireSecrets(client, id);
        await acceptSecret(client, id, { ...created, role: "current" });
        await client.query(
          "UPDATE receivers SET state = 'connected', webhook_id = $2, url = $3, creating_since = NULL WHERE id = $1",
          [id, created.entry.webhook_id, url],
        );
        // `deleteAll` has deleted the replacement webhook as well.
        const givenUp = { kind: "webhook", state: "given_up" } as const;
        await moveFlows(client, givenUp, "details->>'receiver_id' = $3", [id]);
      },
    });
    await (others.length > 0 ? afterChange(creation) : creation);
  });
  await noteRepaired({ pool });
  return { state: "connected", receiver_id: id, did: "created" };
}

/** Sends only changed fields; `events` always as a whole, since PUT replaces the list (interface, Webhooks: rule 2). */
async function repair(
  { pool, service }: Context,
  { receiver, listed, webhook }: OwnWebhooks & { receiver: OwnWebhook; webhook: Webhook },
): Promise<Connected> {
  const url = addressOf(receiver.id);
  const missing = EVENT_NAMES.some((name) => !webhook.events.includes(name));
  const moved = webhook.url !== null && !isSameAddress(webhook.url, url);
  if (missing || moved) {
    const events = [...new Set([...EVENT_NAMES, ...webhook.events])];
    await service.updateWebhook(webhook.webhook_id, { ...(moved ? { url } : {}), ...(missing ? { events } : {}) });
  }
  if (receiver.url !== url) await pool.query("UPDATE receivers SET url = $2 WHERE id = $1", [receiver.id, url]);
  const { rows } = await pool.query<{ webhook_id: string }>(
    "SELECT webhook_id FROM receiver_secrets WHERE receiver_id = $1 AND role <> 'retired'",
    [receiver.id],
  );
  const ours = new Set([webhook.webhook_id, ...rows.map(({ webhook_id }) => webhook_id)]);
  const others = listed.filter(({ webhook_id, url }) => leadsTo(receiver.id, url) && !ours.has(webhook_id));
  const deletion = deleteAll(service, others);
  await (missing || moved ? afterChange(deletion) : deletion);
  await noteRepaired({ pool });
  const repaired = missing || moved || others.length > 0;
  return { state: "connected", receiver_id: receiver.id, did: repaired ? "repaired" : "nothing" };
}

/** Of a failure after an earlier change nobody may say that nothing was changed. */
const afterChange = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw error instanceof ServiceError ? unknownOutcome("webhook", error) : error;
  });

/** Webhooks of the receiver, recognised by the random id in their address. */
const ownWebhooks = (service: Service, receiverId: string): ReturnType<typeof webhooks> => ({
  ...webhooks(service),
  leftBy: ({ known_ids }, listed) => ({
    ids: listed
      .filter(({ webhook_id, url }) => leadsTo(receiverId, url) && !known_ids.includes(webhook_id))
      .map(({ webhook_id }) => webhook_id),
  }),
});

/** Deletes webhooks of earlier attempts with a lost answer or a late creation: their secrets are unknown. */
async function deleteAll(service: Service, others: readonly Webhook[]): Promise<void> {
  for (const { webhook_id } of others) await deleteIfThere(webhooks(service), webhook_id);
}
