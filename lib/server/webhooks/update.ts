import type { Webhook } from "#lib/contract/webhooks/webhook.ts";
import {
  changeOf,
  isEmptyChange,
  type ListedWebhook,
  type WebhookChange,
  type WebhookFields,
} from "#lib/contract/webhooks/webhooks.ts";
import { isOutcomeUnknown } from "#lib/server/provisioning/outcome.ts";
import { type Context, changingWebhooks, webhookContext } from "./context.ts";
import { refuseInUse, webhooksInUse } from "./in-use.ts";
import { getWebhook } from "./list.ts";
import { refuseChanged } from "./version.ts";

type Input = { id: string; change: WebhookChange; expected?: string | undefined };

/**
 * Changes a webhook: only the fields that differ from what the service has now are sent, and events whole. Returns what it was and what it is. Throws
 * CONFLICT, 412 where it is not as `expected` any more and 409 where the dashboard needs it as it is; ServiceError,
 * OUTCOME_UNKNOWN only where reading it back does not tell either.
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
        if (!isOutcomeUnknown(error) || !(await hasNow(context, id, wanted))) throw error;
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

/** A PUT whose answer was lost was done where the webhook is as it was to become. */
const hasNow = async ({ service }: Context, id: string, wanted: WebhookChange): Promise<boolean> =>
  service.getWebhook(id).then(
    (webhook) => isEmptyChange(changeOf(fieldsOf(webhook), wanted)),
    () => false,
  );
