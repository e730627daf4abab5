import { randomUUID } from "node:crypto";
import type { Webhook } from "#lib/contract/webhooks/webhook.ts";
import { sameEvents } from "#lib/contract/webhooks/webhook-change.ts";
import type { Client } from "#lib/server/db/database.ts";
import { isSameAddress } from "#lib/server/receiver-connection/address.ts";
import type { WebhookInput } from "#lib/server/service/client.ts";

/** A POST whose outcome is not known: what was asked for, and which ids cannot be of it. */
export type Attempt = { id: string; url: string; events: string[]; description: string; known_ids: string[] };

/** What was left after so long is not looked for any more: a webhook like it is more likely to be somebody's own. */
const LOOKED_FOR = "interval '7 days'";

/** Whether a webhook may be what an attempt left: it is as was asked for, and was not there before. */
export const mayBeOf = (attempt: Attempt, { webhook_id, url, events, description }: Webhook): boolean =>
  !attempt.known_ids.includes(webhook_id) &&
  isSameAddress(url, attempt.url) &&
  sameEvents(events, attempt.events) &&
  (description ?? "") === attempt.description;

/** Those of one replacement, or all. */
export async function listAttempts(client: Client, replacementId?: string): Promise<Attempt[]> {
  const { rows } = await client.query<Attempt>(
    `SELECT id, url, events, description, known_ids FROM webhook_attempts
     WHERE posted_at > now() - ${LOOKED_FOR} AND ($1::uuid IS NULL OR replacement_id = $1) ORDER BY posted_at, id`,
    [replacementId ?? null],
  );
  return rows;
}

/** Written before the POST is sent: from then on its outcome is unknown. */
export async function openAttempt(
  client: Client,
  { url, events, description }: WebhookInput,
  { known_ids, replacement_id }: { known_ids: readonly string[]; replacement_id: string | null },
): Promise<Attempt> {
  await client.query(`DELETE FROM webhook_attempts WHERE posted_at <= now() - ${LOOKED_FOR}`);
  const attempt = { id: randomUUID(), url, events: [...events], description, known_ids: [...known_ids] };
  await client.query(
    `INSERT INTO webhook_attempts (id, replacement_id, url, events, description, known_ids) VALUES ($1, $2, $3, $4, $5, $6)`,
    [attempt.id, replacement_id, url, attempt.events, description, attempt.known_ids],
  );
  return attempt;
}

/** Its outcome is known: nothing was made, or what it made is named, which then is no other attempt's. */
export async function closeAttempt(client: Client, { id }: Pick<Attempt, "id">, made?: string): Promise<void> {
  await client.query("DELETE FROM webhook_attempts WHERE id = $1", [id]);
  if (made === undefined) return;
  await client.query("UPDATE webhook_attempts SET known_ids = array_append(known_ids, $1)", [made]);
}
