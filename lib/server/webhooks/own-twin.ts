import { randomUUID } from "node:crypto";
import type { Client } from "#lib/server/db/database.ts";
import { CotejoError } from "#lib/server/errors.ts";
import { RECEIVERS_CHANGED } from "#lib/server/receiver-connection/ensure.ts";
import { sealSecret } from "#lib/server/vault/vault.ts";
import type { Context } from "./context.ts";
import type { Minted } from "./mint.ts";

/** The twin of the dashboard's own webhook: its receiver accepts both secrets meanwhile (design §6). */
type Twin = { receiver_id: string; old_webhook_id: string; new_webhook_id: string };

/**
 * Runs what makes the twin. The service may sign with its secret before that is stored: deliveries that match none are put
 * off until then, not refused.
 */
export async function awaitingSecret<T>({ pool }: Context, receiverId: string, work: () => Promise<T>): Promise<T> {
  await announce(pool, "UPDATE receivers SET creating_since = now() WHERE id = $1", [receiverId]);
  try {
    return await work();
  } finally {
    await announce(pool, "UPDATE receivers SET creating_since = NULL WHERE id = $1", [receiverId]).catch(
      () => undefined,
    );
  }
}

/** From now on the receiver accepts the twin's secret too. */
export async function acceptTwin(client: Client, receiverId: string, { webhook, secret }: Minted): Promise<void> {
  const secretId = await sealSecret(client, { kind: "webhook_secret", owner: receiverId, value: secret });
  await announce(
    client,
    "INSERT INTO receiver_secrets (id, receiver_id, role, secret_id, webhook_id) VALUES ($1, $2, 'candidate', $3, $4)",
    [randomUUID(), receiverId, secretId, webhook.webhook_id],
  );
}

/** The twin becomes the dashboard's webhook; what the old one still delivers is accepted as before. */
export async function promoteTwin(
  client: Client,
  { receiver_id, old_webhook_id, new_webhook_id }: Twin,
): Promise<void> {
  const setRole = (role: string, webhookId: string, from: string) =>
    client.query("UPDATE receiver_secrets SET role = $1 WHERE receiver_id = $2 AND webhook_id = $3 AND role = $4", [
      role,
      receiver_id,
      webhookId,
      from,
    ]);
  await setRole("previous", old_webhook_id, "current");
  const { rowCount } = await setRole("current", new_webhook_id, "candidate");
  if (rowCount !== 1) throw new CotejoError("CONFLICT", 409, "The receiver does not know this twin's secret.");
  await announce(client, "UPDATE receivers SET webhook_id = $2 WHERE id = $1", [receiver_id, new_webhook_id]);
}

/** What is still on its way is accepted for as long as the service retries (design §4, Receiver). */
export const retireSecret = (client: Client, receiverId: string, webhookId: string): Promise<void> =>
  announce(
    client,
    `UPDATE receiver_secrets SET role = 'retired', retired_at = now()
     WHERE receiver_id = $1 AND webhook_id = $2 AND role <> 'retired'`,
    [receiverId, webhookId],
  );

async function announce(client: Client, statement: string, values: unknown[]): Promise<void> {
  await client.query(statement, values);
  await client.query(RECEIVERS_CHANGED);
}
