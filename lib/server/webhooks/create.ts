import { randomUUID } from "node:crypto";
import type { Webhook } from "#lib/contract/webhooks/webhook.ts";
import { type CreatedWebhook, webhookName } from "#lib/contract/webhooks/webhooks.ts";
import { createOnce, type Keeping } from "#lib/server/provisioning/create-once.ts";
import { type Created, webhooks } from "#lib/server/provisioning/resource.ts";
import { fingerprintOf, holdRevealIn } from "#lib/server/secrets/reveals.ts";
import type { WebhookInput } from "#lib/server/service/client.ts";
import { type Context, changingWebhooks, webhookContext } from "./context.ts";

type Held = { id: string; expires_at: string } | null;

/**
 * Creates a webhook. Its secret is held for the session before it is revealed. Throws ServiceError; OUTCOME_UNKNOWN where
 * it may have been created, and nobody will ever know its secret.
 */
export const createWebhook = (
  input: WebhookInput,
  session_hash: string,
  context: Context = webhookContext(),
): Promise<CreatedWebhook> =>
  changingWebhooks(context, async () => {
    const { kept, ...created } = await create<Held>(context, randomUUID(), input, {
      keep: (client, made) => holdRevealIn(client, revealOf(made, session_hash)),
      // That it cannot be held is no reason not to reveal it: it exists, and this is the one time.
      unkept: () => null,
    });
    return createdWebhook(created, kept);
  });

/** Creates it for a flow; after an unknown outcome once more, afresh. */
export async function create<Kept>(
  { pool, service }: Context,
  flow_id: string,
  { url, events, description }: WebhookInput,
  keeping: Keeping<Webhook, Kept>,
): Promise<Created<Webhook> & { kept: Kept }> {
  const asked = { url, events, description };
  const created = await createOnce({ pool }, webhooks(service), { flow_id, asked, tries: 2, ...keeping });
  if (!created) throw new Error("what a webhook's attempts left is never asked about");
  return created;
}

/** What the dialog shows of a new webhook's secret. */
export const revealOf = ({ entry, secret }: Created<Webhook>, session_hash: string) => ({
  kind: "webhook_secret" as const,
  subject_id: entry.webhook_id,
  name: webhookName({ ...entry, id: entry.webhook_id }),
  value: secret,
  session_hash,
});

export const createdWebhook = ({ entry, secret }: Created<Webhook>, held: Held): CreatedWebhook => ({
  id: entry.webhook_id,
  url: entry.url ?? "",
  events: entry.events,
  description: entry.description ?? "",
  enabled: entry.enabled,
  secret,
  fingerprint: fingerprintOf(secret),
  name: webhookName({ ...entry, id: entry.webhook_id }),
  reveal_id: held?.id ?? null,
  expires_at: held?.expires_at ?? null,
});
