import { randomBytes } from "node:crypto";
import type { EventName } from "#lib/core/contract/events/event.ts";
import type { Client } from "./database.ts";

export type WebhookFields = { url: string; events: EventName[]; description: string };
/** A stored webhook; it may contain any event names. */
export type Webhook = Omit<WebhookFields, "events"> & {
  id: string;
  events: string[];
  enabled: boolean;
  created_at: Date;
  updated_at: Date;
};

const COLUMNS = "id, url, events, description, enabled, created_at, updated_at";

/**
 * The secret is stored in plain text, since the service signs with it. Only this function and `deliveries.ts` return
 * it.
 */
export async function createWebhook(
  client: Client,
  accountId: string,
  fields: WebhookFields,
): Promise<Webhook & { secret: string }> {
  const { rows } = await client.query<Webhook & { secret: string }>(
    `INSERT INTO sandbox.webhook (id, account_id, url, events, description, secret, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $7) RETURNING ${COLUMNS}, secret`,
    [
      `wh_${randomBytes(12).toString("hex")}`,
      accountId,
      fields.url,
      fields.events,
      fields.description,
      `whsec_${randomBytes(32).toString("hex")}`,
      new Date(),
    ],
  );
  return rows[0] as Webhook & { secret: string };
}

export async function listWebhooks(client: Client, accountId: string): Promise<Webhook[]> {
  const { rows } = await client.query<Webhook>(
    `SELECT ${COLUMNS} FROM sandbox.webhook WHERE account_id = $1 ORDER BY created_at, id`,
    [accountId],
  );
  return rows;
}

export async function getWebhook(client: Client, accountId: string, id: string): Promise<Webhook | null> {
  const { rows } = await client.query<Webhook>(
    `SELECT ${COLUMNS} FROM sandbox.webhook WHERE account_id = $1 AND id = $2`,
    [accountId, id],
  );
  return rows[0] ?? null;
}

/** Changes only the fields given (interface, Webhooks: rules 1 and 2). Null when there is no such webhook. */
export async function updateWebhook(
  client: Client,
  accountId: string,
  id: string,
  fields: Partial<WebhookFields & { enabled: boolean }>,
): Promise<Webhook | null> {
  const { rows } = await client.query<Webhook>(
    `UPDATE sandbox.webhook SET
       url = coalesce($3, url), events = coalesce($4, events), description = coalesce($5, description),
       enabled = coalesce($6, enabled), updated_at = $7
     WHERE account_id = $1 AND id = $2 RETURNING ${COLUMNS}`,
    [accountId, id, fields.url, fields.events, fields.description, fields.enabled, new Date()],
  );
  return rows[0] ?? null;
}

/**
 * Deletes a webhook; its pending deliveries fail. False if there is no such webhook. Needs a transaction: the second
 * statement must see events emitted while the first one waited.
 */
export async function deleteWebhook(client: Client, accountId: string, id: string): Promise<boolean> {
  const { rowCount } = await client.query("DELETE FROM sandbox.webhook WHERE account_id = $1 AND id = $2", [
    accountId,
    id,
  ]);
  if (rowCount !== 1) return false;
  await client.query(
    `UPDATE sandbox.delivery SET state = 'failed', last_error = 'webhook deleted', ended_at = $2 WHERE id IN (
       SELECT id FROM sandbox.delivery WHERE state = 'pending' AND webhook_id = $1 ORDER BY id FOR UPDATE)`,
    [id, new Date()],
  );
  return true;
}

/** The webhooks that receive an event emitted now; locked against deletion until the transaction ends. */
export async function lockSubscriptions(client: Client, accountId: string): Promise<Pick<Webhook, "id" | "events">[]> {
  const { rows } = await client.query<Pick<Webhook, "id" | "events">>(
    "SELECT id, events FROM sandbox.webhook WHERE account_id = $1 AND enabled ORDER BY id FOR KEY SHARE",
    [accountId],
  );
  return rows;
}
