import { type CreatedWebhook, webhookName } from "#lib/contract/webhooks/webhook-list.ts";
import { inTransaction } from "#lib/server/db/database.ts";
import { fingerprintOf, holdRevealIn } from "#lib/server/secrets/reveals.ts";
import type { WebhookInput } from "#lib/server/service/client.ts";
import { type Context, changingWebhooks, webhookContext } from "./context.ts";
import { type Minted, mint } from "./mint.ts";

/**
 * Creates a webhook. Its secret is held for the session before it is told. Throws ServiceError; OUTCOME_UNKNOWN where it
 * may have been made, and nobody will ever know its secret.
 */
export async function createWebhook(
  input: WebhookInput,
  session_hash: string,
  context: Context = webhookContext(),
): Promise<CreatedWebhook> {
  const { kept, ...minted } = await changingWebhooks(context, () =>
    mint(context, input, {
      keep: (made, settle) =>
        inTransaction(context.pool, async (client) => {
          await settle(client);
          return holdRevealIn(client, tellingOf(made, session_hash));
          // That it cannot be held is no reason not to tell it: it exists, and this is the one time.
        }).catch(() => null),
    }),
  );
  return createdWebhook(minted, kept);
}

/** What the dialog shows of a new webhook's secret. */
export const tellingOf = ({ webhook, secret }: Minted, session_hash: string) => ({
  kind: "webhook_secret" as const,
  subject_id: webhook.webhook_id,
  name: webhookName({ ...webhook, id: webhook.webhook_id }),
  value: secret,
  session_hash,
});

export const createdWebhook = (
  { webhook, secret }: Minted,
  held: { id: string; expires_at: string } | null,
): CreatedWebhook => ({
  id: webhook.webhook_id,
  url: webhook.url ?? "",
  events: webhook.events,
  description: webhook.description ?? "",
  enabled: webhook.enabled,
  secret,
  fingerprint: fingerprintOf(secret),
  name: webhookName({ ...webhook, id: webhook.webhook_id }),
  reveal_id: held?.id ?? null,
  expires_at: held?.expires_at ?? null,
});
