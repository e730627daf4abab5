import { randomUUID } from "node:crypto";
import type { Webhook } from "#lib/contract/webhooks/webhook.ts";
import {
  type CreatedWebhook,
  changeOf,
  isEmptyChange,
  type ListedWebhook,
  type WebhookChange,
  type WebhookFields,
  webhookName,
} from "#lib/contract/webhooks/webhooks.ts";
import { isOutcomeUnknown } from "#lib/server/provisioning/attempts.ts";
import { createOnce, type SecretStore } from "#lib/server/provisioning/create-once.ts";
import { type Created, webhooks } from "#lib/server/provisioning/resource.ts";
import type { WebhookInput } from "#lib/server/service/client.ts";
import { fingerprintOf, forgetReveals, holdRevealIn } from "#lib/server/vault/reveals.ts";
import { type Context, changingWebhooks, refuseInUse, webhookContext, webhooksInUse } from "./context.ts";
import { getWebhook, refuseChanged } from "./list.ts";

type Held = { id: string; expires_at: string } | null;

/**
 * Creates a webhook. Its secret is held for the session before it is revealed. Throws ServiceError; OUTCOME_UNKNOWN where
 * it may have been created, with a secret that is lost.
 */
export const createWebhook = (
  input: WebhookInput,
  session_hash: string,
  context: Context = webhookContext(),
): Promise<CreatedWebhook> =>
  changingWebhooks(context, async () => {
    const { kept, ...created } = await create<Held>(context, randomUUID(), input, {
      keep: (client, made) => holdRevealIn(client, revealOf(made, session_hash)),
      // A failure to hold the secret does not prevent its reveal: the webhook exists, and this answer is the only one
      // with it.
      unkept: () => null,
    });
    return createdWebhook(created, kept);
  });

/** Creates it for a flow; after an unknown outcome once more, afresh. */
export async function create<Kept>(
  { pool, service }: Context,
  flow_id: string,
  { url, events, description }: WebhookInput,
  keeping: SecretStore<Webhook, Kept>,
): Promise<Created<Webhook> & { kept: Kept }> {
  const asked = { url, events, description };
  const created = await createOnce({ pool }, webhooks(service), { flow_id, asked, tries: 2, ...keeping });
  if (!created) throw new Error("an admin never has to choose what a webhook's attempts left");
  return created;
}

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

/**
 * Deletes a webhook at the service, and here its secret where that is still held for a session; returns what it was.
 * Throws CONFLICT, 409 for the dashboard's own and those of a replacement that is under way, 412 where it is not as
 * `expected` any more; ServiceError, NOT_FOUND where there is none.
 */
export async function deleteWebhook(
  { id, expected }: { id: string; expected?: string | undefined },
  context: Context = webhookContext(),
): Promise<Webhook> {
  const { service } = context;
  return changingWebhooks(context, async () => {
    refuseInUse(id, await webhooksInUse(context));
    const before = await service.getWebhook(id);
    refuseChanged(before, expected);
    await service.deleteWebhook(id).catch(async (error: unknown) => {
      // An answer that was lost: it is gone, or it still exists.
      const listed = isOutcomeUnknown(error) ? await service.listWebhooks().catch(() => null) : null;
      if (!listed || listed.some(({ webhook_id }) => webhook_id === id)) throw error;
    });
    await forgetReveals(context.pool, "webhook_secret", id);
    return before;
  });
}

type Input = { id: string; change: WebhookChange; expected?: string | undefined };

/**
 * Changes a webhook: only the fields that differ from what the service has now are sent, and events whole. Returns what
 * it was and what it is. Throws CONFLICT, 412 where it is not as `expected` any more and 409 where the dashboard needs
 * it as it is; ServiceError, OUTCOME_UNKNOWN only where reading it back does not settle it.
 */
export async function updateWebhook(
  { id, change, expected }: Input,
  context: Context = webhookContext(),
): Promise<{ before: Webhook; after: ListedWebhook }> {
  const { service } = context;
  return changingWebhooks(context, async () => {
    const [before, inUse] = await Promise.all([service.getWebhook(id), webhooksInUse(context)]);
    refuseInUse(id, inUse);
    refuseChanged(before, expected);
    const wanted = changeOf(fieldsOf(before), change);
    if (!isEmptyChange(wanted)) {
      await service.updateWebhook(id, wanted).catch(async (error: unknown) => {
        // A PUT whose answer was lost was done where the webhook is as it was to become.
        const now = isOutcomeUnknown(error) ? await service.getWebhook(id).catch(() => null) : null;
        if (!now || !isEmptyChange(changeOf(fieldsOf(now), wanted))) throw error;
      });
    }
    return { before, after: await getWebhook(id, context) };
  });
}

const fieldsOf = ({ url, events, description }: Webhook): WebhookFields => ({
  url: url ?? "",
  events,
  description: description ?? "",
});
