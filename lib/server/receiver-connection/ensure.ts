import { randomBytes, randomUUID } from "node:crypto";
import type pg from "pg";
import { EVENT_NAMES } from "#lib/contract/events/event.ts";
import type { Webhook } from "#lib/contract/webhooks/webhook.ts";
import { type Client, type Database, database, inTransaction } from "#lib/server/db/database.ts";
import { serviceClient } from "#lib/server/refresh/service.ts";
import type { ServiceClient } from "#lib/server/service/client.ts";
import { ServiceError } from "#lib/server/service/service-error.ts";
import { sealSecret } from "#lib/server/vault/vault.ts";
import { addressOf, isSameAddress, leadsTo } from "./address.ts";
import { oneAtATime, WEBHOOKS_LOCK } from "./one-at-a-time.ts";

/** Announced after each change of receivers and their secrets, so that the receiver need not wait to learn of it. */
export const RECEIVERS_CHANGED = "SELECT pg_notify('cotejo_receivers', '')";

/** What was wrong with it is not any more; the worker looks for itself soon. */
const WEBHOOK_STANDS = "UPDATE connection_checks SET problems = '{}', problems_since = NULL, due_at = now()";

const DESCRIPTION = "Cotejo dashboard";

type Webhooks = Pick<ServiceClient, "listWebhooks" | "createWebhook" | "updateWebhook" | "deleteWebhook">;

export type Connected = {
  state: "connected";
  receiver_id: string;
  /** What had to be done: nothing, a new webhook, or a change of the one that was there. */
  did: "nothing" | "created" | "repaired";
};

type Row = { id: string; state: string; webhook_id: string | null; url: string };

/**
 * Makes the dashboard's own webhook exist at the service and deliver all eleven events to our receiver; safe to call at
 * any time and by several at once. Throws ServiceError when the service is in the way; calling again then goes on from
 * where it stands.
 */
export async function ensureReceiver(
  connection: Pick<Database, "pool"> = database(),
  webhooks: Webhooks = serviceClient(connection),
): Promise<Connected> {
  const { pool } = connection;
  return oneAtATime(pool, WEBHOOKS_LOCK, async (holder) => {
    const connected = await connect(holder, pool, webhooks);
    await holder.query(WEBHOOK_STANDS);
    return connected;
  });
}

async function connect(client: Client, pool: pg.Pool, webhooks: Webhooks): Promise<Connected> {
  const { rows } = await client.query<Row>("SELECT id, state, webhook_id, url FROM receivers WHERE state <> 'retired'");
  const known = rows.find((row) => row.state === "connected") ?? rows[0];
  const listed = await webhooks.listWebhooks();
  if (known?.state === "connected") {
    const webhook = listed.find(({ webhook_id }) => webhook_id === known.webhook_id);
    if (webhook && webhook.enabled !== false) return repair(known, webhook, listed, client, webhooks);
    // Deleted or disabled at the service: only a new one has a secret that we can learn, and no call enables one.
    if (webhook) await deleteIfThere(webhooks, webhook.webhook_id);
  }
  const receiverId = known?.id ?? randomBytes(12).toString("base64url");
  const url = addressOf(receiverId);
  await client.query(
    `INSERT INTO receivers (id, state, url, creating_since) VALUES ($1, 'creating', $2, now())
     ON CONFLICT (id) DO UPDATE SET creating_since = now(), url = EXCLUDED.url`,
    [receiverId, url],
  );
  await client.query(RECEIVERS_CHANGED);
  try {
    await deleteOrphans(receiverId, listed, new Set(), webhooks);
    const created = await create(receiverId, url, webhooks);
    await inTransaction(pool, (transaction) => store(transaction, receiverId, url, created));
  } catch (error) {
    // No secret will come of this attempt, so there is none to wait for.
    const release = client.query("UPDATE receivers SET creating_since = NULL WHERE id = $1", [receiverId]);
    await release.then(() => client.query(RECEIVERS_CHANGED)).catch(() => undefined);
    throw error;
  }
  return { state: "connected", receiver_id: receiverId, did: "created" };
}

const UNKNOWN_OUTCOMES = new Set(["OUTCOME_UNKNOWN", "SERVICE_ERROR", "SERVICE_UNREADABLE"]);

/** Whether a webhook may have been made although its creation failed. */
export const isUnknownOutcome = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && UNKNOWN_OUTCOMES.has(error.code);

/** Never sent twice blindly: after an unknown outcome what it may have left is looked for and deleted first. */
async function create(receiverId: string, url: string, webhooks: Webhooks) {
  const input = { url, events: EVENT_NAMES, description: DESCRIPTION };
  try {
    return await webhooks.createWebhook(input);
  } catch (error) {
    if (!isUnknownOutcome(error)) throw error;
    await deleteOrphans(receiverId, await webhooks.listWebhooks(), new Set(), webhooks);
    return webhooks.createWebhook(input);
  }
}

/**
 * Deletes what earlier attempts left whose answer was lost, or came true late: they deliver to this receiver with a
 * secret that nobody knows. Returns how many those were.
 */
async function deleteOrphans(
  receiverId: string,
  listed: readonly Webhook[],
  ours: ReadonlySet<string | null>,
  webhooks: Webhooks,
): Promise<number> {
  const orphans = listed.filter(({ url, webhook_id }) => leadsTo(receiverId, url) && !ours.has(webhook_id));
  for (const { webhook_id } of orphans) await deleteIfThere(webhooks, webhook_id);
  return orphans.length;
}

/** The secret is readable once: it and the state that says so become true in one transaction. */
async function store(client: Client, receiverId: string, url: string, created: { webhook: Webhook; secret: string }) {
  const secretId = await sealSecret(client, { kind: "webhook_secret", owner: receiverId, value: created.secret });
  // What was signed with the one before may still be on its way, for as long as the service retries.
  await client.query(
    "UPDATE receiver_secrets SET role = 'retired', retired_at = now() WHERE receiver_id = $1 AND role <> 'retired'",
    [receiverId],
  );
  await client.query(
    `INSERT INTO receiver_secrets (id, receiver_id, role, secret_id, webhook_id) VALUES ($1, $2, 'current', $3, $4)`,
    [randomUUID(), receiverId, secretId, created.webhook.webhook_id],
  );
  await client.query(
    "UPDATE receivers SET state = 'connected', webhook_id = $2, url = $3, creating_since = NULL WHERE id = $1",
    [receiverId, created.webhook.webhook_id, url],
  );
  // Its twin, if one was to replace it, has just been deleted as an orphan.
  await client.query(
    `UPDATE webhook_replacements SET state = 'given_up', ended_at = now()
     WHERE receiver_id = $1 AND state NOT IN ('done', 'given_up')`,
    [receiverId],
  );
  await client.query(RECEIVERS_CHANGED);
}

/** Sends only what differs; `events` always whole, since PUT replaces the list (interface, Webhooks: rule 2). */
async function repair(
  known: Row,
  webhook: Webhook,
  listed: readonly Webhook[],
  client: Client,
  webhooks: Webhooks,
): Promise<Connected> {
  const url = addressOf(known.id);
  const missing = EVENT_NAMES.some((name) => !webhook.events.includes(name));
  const moved = webhook.url !== null && !isSameAddress(webhook.url, url);
  if (missing || moved) {
    const events = [...new Set([...EVENT_NAMES, ...webhook.events])];
    await webhooks.updateWebhook(webhook.webhook_id, { ...(moved ? { url } : {}), ...(missing ? { events } : {}) });
  }
  if (known.url !== url) await client.query("UPDATE receivers SET url = $2 WHERE id = $1", [known.id, url]);
  const { rows } = await client.query<{ webhook_id: string }>(
    "SELECT webhook_id FROM receiver_secrets WHERE receiver_id = $1 AND role <> 'retired'",
    [known.id],
  );
  const ours = new Set([known.webhook_id, ...rows.map((row) => row.webhook_id)]);
  const orphans = await deleteOrphans(known.id, listed, ours, webhooks);
  const repaired = missing || moved || orphans > 0;
  return { state: "connected", receiver_id: known.id, did: repaired ? "repaired" : "nothing" };
}

/**
 * Deletes a webhook at the service; that it is not there is what deleting wants. A 404 alone does not prove that, since it
 * may be anybody's on the way: the webhook has to be off the list.
 */
export async function deleteIfThere(
  webhooks: Pick<ServiceClient, "deleteWebhook" | "listWebhooks">,
  id: string,
): Promise<void> {
  try {
    await webhooks.deleteWebhook(id);
  } catch (error) {
    if (!(error instanceof ServiceError && error.serviceStatus === 404)) throw error;
    if ((await webhooks.listWebhooks()).some(({ webhook_id }) => webhook_id === id)) throw stillThere();
  }
}

const stillThere = () =>
  new ServiceError("SERVICE_ERROR", 502, "The service answers 404 to deleting a webhook that it lists.", {
    retryable: true,
    serviceStatus: 404,
  });
