import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { SignatureCheck } from "#lib/core/contract/deliveries/delivery.ts";
import { readHeaderLeniently } from "#lib/core/contract/deliveries/signature-check.ts";
import type { Webhook } from "#lib/core/contract/webhooks/webhook.ts";
import type { Created } from "#lib/core/server/provisioning/resource.ts";
import { openSecret, sealSecret } from "#lib/core/server/vault/vault.ts";
import { conflict } from "#lib/platform/server/base/errors.ts";
import { type Client, database, type Pooled } from "#lib/platform/server/db/database.ts";
import { matchSignature, signingKey } from "#lib/receiver/signature.ts";

/**
 * Runs the creation of a receiver's webhook. The service may sign with the new secret before it is stored: until then
 * unmatched deliveries get 503 instead of a refusal.
 */
export async function awaitingSecret<T>(pool: pg.Pool, receiverId: string, work: () => Promise<T>): Promise<T> {
  await runAndNotify(pool, "UPDATE receivers SET creating_since = now() WHERE id = $1", [receiverId]);
  try {
    return await work();
  } finally {
    await runAndNotify(pool, "UPDATE receivers SET creating_since = NULL WHERE id = $1", [receiverId]).catch(
      () => undefined,
    );
  }
}

/** Makes the receiver accept deliveries signed with the secret of this webhook as well. */
export async function acceptSecret(
  client: Client,
  receiverId: string,
  { entry, secret, role }: Created<Webhook> & { role: "current" | "candidate" },
): Promise<void> {
  const secretId = await sealSecret(client, { kind: "webhook_secret", owner: receiverId, value: secret });
  await runAndNotify(
    client,
    "INSERT INTO receiver_secrets (id, receiver_id, role, secret_id, webhook_id) VALUES ($1, $2, $3, $4, $5)",
    [randomUUID(), receiverId, role, secretId, entry.webhook_id],
  );
}

type ReplacementIds = { receiver_id: string; old_webhook_id: string; new_webhook_id: string };

/** Makes the replacement the dashboard's webhook; deliveries of the old webhook are still accepted. */
export async function promoteReplacement(
  client: Client,
  { receiver_id, old_webhook_id, new_webhook_id }: ReplacementIds,
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
  if (rowCount !== 1) throw conflict("The receiver does not know the replacement's secret.");
  await runAndNotify(client, "UPDATE receivers SET webhook_id = $2 WHERE id = $1", [receiver_id, new_webhook_id]);
}

/** Retires secrets of one webhook, or all; they are accepted while the service retries (design §4, Receiver). */
export const retireSecrets = (client: Client, receiverId: string, webhookId?: string): Promise<void> =>
  runAndNotify(
    client,
    `UPDATE receiver_secrets SET role = 'retired', retired_at = now()
     WHERE receiver_id = $1 AND ($2::text IS NULL OR webhook_id = $2) AND role <> 'retired'`,
    [receiverId, webhookId ?? null],
  );

/** Runs the statement and notifies the receiver, so that it reloads its secrets at once. */
async function runAndNotify(client: Client, statement: string, values: unknown[]): Promise<void> {
  await client.query(statement, values);
  await client.query("SELECT pg_notify('cotejo_receivers', '')");
}

/**
 * Finds the secret of our own webhook that signed this body, whatever the age of the signature: helps integrators whose
 * own check of a signature fails. Nothing of the input is kept.
 */
export async function matchStoredSecret(
  input: { header: string; body: Buffer },
  { pool }: Pooled = database(),
): Promise<SignatureCheck> {
  const { rows } = await pool.query<{ role: NonNullable<SignatureCheck["match"]>; secret_id: string }>(
    `SELECT role, secret_id FROM receiver_secrets
     ORDER BY array_position(ARRAY['current', 'candidate', 'previous', 'retired'], role), created_at DESC`,
  );
  const { t, v1 } = readHeaderLeniently(input.header);
  if (t === null || v1.length === 0) return { match: null, tried: rows.length };
  const keys = await Promise.all(
    rows.map(async ({ role, secret_id }) => ({ role, key: signingKey(await openSecret(pool, secret_id)) })),
  );
  return { match: matchSignature({ t, v1 }, input.body, keys)?.match.role ?? null, tried: rows.length };
}
