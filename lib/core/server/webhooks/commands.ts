import { randomUUID } from "node:crypto";
import type { Webhook } from "#lib/core/contract/webhooks/webhook.ts";
import {
  type CreatedWebhook,
  changeOf,
  isEmptyChange,
  type WebhookChange,
  webhookName,
} from "#lib/core/contract/webhooks/webhooks.ts";
import { isOutcomeUnknown } from "#lib/core/server/provisioning/attempts.ts";
import { createOnce, type SecretStore } from "#lib/core/server/provisioning/create-once.ts";
import { type Created, webhooks } from "#lib/core/server/provisioning/resource.ts";
import type { WebhookInput } from "#lib/core/server/service/client.ts";
import { fingerprintOf, forgetReveals, holdRevealIn } from "#lib/core/server/vault/reveals.ts";
import { type Context, changingWebhooks, refuseInUse, webhookContext, webhooksInUse } from "./context.ts";
import { getWebhook, refuseChanged } from "./list.ts";

type HeldReveal = { id: string; expires_at: string } | null;

/** Creates a webhook; the session holds its secret. ServiceError; OUTCOME_UNKNOWN if it may exist without secret. */
export const createWebhook = (
  input: WebhookInput,
  session_hash: string,
  context: Context = webhookContext(),
): Promise<CreatedWebhook> =>
  changingWebhooks(context, async () => {
    const { kept, ...created } = await create<HeldReveal>(context, randomUUID(), input, {
      keep: (client, made) => holdRevealIn(client, revealOf(made, session_hash)),
      // If the secret cannot be held it is still returned: the webhook exists, and no later answer has the secret.
      unkept: () => null,
    });
    return createdWebhook(created, kept);
  });

/** Creates a webhook for a flow; after an unknown outcome, a second time. */
export async function create<Kept>(
  { pool, service }: Context,
  flow_id: string,
  { url, events, description }: WebhookInput,
  keeping: SecretStore<Webhook, Kept>,
): Promise<Created<Webhook> & { kept: Kept }> {
  const asked = { url, events, description };
  const created = await createOnce({ pool }, webhooks(service), { flow_id, asked, tries: 2, ...keeping });
  if (!created) throw new Error("only attempts at keys need an admin's choice");
  return created;
}

export const revealOf = ({ entry, secret }: Created<Webhook>, session_hash: string) => ({
  kind: "webhook_secret" as const,
  subject_id: entry.webhook_id,
  name: webhookName({ ...entry, id: entry.webhook_id }),
  value: secret,
  session_hash,
});

export const createdWebhook = ({ entry, secret }: Created<Webhook>, held: HeldReveal): CreatedWebhook => ({
  id: entry.webhook_id,
  ...fieldsOf(entry),
  enabled: entry.enabled,
  secret,
  fingerprint: fingerprintOf(secret),
  name: webhookName({ ...entry, id: entry.webhook_id }),
  reveal_id: held?.id ?? null,
  expires_at: held?.expires_at ?? null,
});

/**
 * Deletes a webhook at the service, and its secret if a login session still holds it; returns the deleted webhook.
 * Throws CONFLICT: 409 for the dashboard's own webhook and webhooks of a replacement in progress, 412 if its version is
 * not `expected`; ServiceError; NOT_FOUND.
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
      // After a lost answer the list shows whether the webhook is gone.
      const listed = isOutcomeUnknown(error) ? await service.listWebhooks().catch(() => null) : null;
      if (!listed || listed.some(({ webhook_id }) => webhook_id === id)) throw error;
    });
    await forgetReveals(context.pool, "webhook_secret", id);
    return before;
  });
}

type UpdateInput = { id: string; change: WebhookChange; expected?: string | undefined };

/**
 * Changes a webhook: sends only the changed fields, events as a whole. Returns the webhook before and after. Throws
 * CONFLICT: 409 as `deleteWebhook`, 412 if its version is not `expected`; ServiceError; OUTCOME_UNKNOWN only if a read
 * after it does not show the change.
 */
export async function updateWebhook({ id, change, expected }: UpdateInput, context: Context = webhookContext()) {
  const { service } = context;
  return changingWebhooks(context, async () => {
    const [before, inUse] = await Promise.all([service.getWebhook(id), webhooksInUse(context)]);
    refuseInUse(id, inUse);
    refuseChanged(before, expected);
    const wanted = changeOf(fieldsOf(before), change);
    if (!isEmptyChange(wanted)) {
      await service.updateWebhook(id, wanted).catch(async (error: unknown) => {
        // After a lost answer the webhook itself shows whether the PUT was done.
        const now = isOutcomeUnknown(error) ? await service.getWebhook(id).catch(() => null) : null;
        if (!now || !isEmptyChange(changeOf(fieldsOf(now), wanted))) throw error;
      });
    }
    return { before, after: await getWebhook(id, context) };
  });
}

const fieldsOf = ({ url, events, description }: Webhook) => ({
  url: url ?? "",
  events,
  description: description ?? "",
});
