import type { Webhook } from "#lib/contract/webhooks/webhook.ts";
import { isOutcomeUnknown } from "#lib/server/provisioning/outcome.ts";
import { forgetReveals } from "#lib/server/secrets/reveals.ts";
import { type Context, changingWebhooks, webhookContext } from "./context.ts";
import { refuseInUse, webhooksInUse } from "./in-use.ts";
import { refuseChanged } from "./version.ts";

/**
 * Deletes a webhook at the service, and here its secret where that is still held for somebody; returns what it was. Throws CONFLICT, 409 for the dashboard's own and those of a replacement that is under
 * way, 412 where it is not as `expected` any more; ServiceError, NOT_FOUND where there is none.
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
      // An answer that was lost: it is gone, or it still stands there.
      if (!isOutcomeUnknown(error) || !(await isGone(context, id))) throw error;
    });
    await forgetReveals(context.pool, "webhook_secret", id);
    return before;
  });
}

const isGone = ({ service }: Context, id: string): Promise<boolean> =>
  service.listWebhooks().then(
    (webhooks) => webhooks.every(({ webhook_id }) => webhook_id !== id),
    () => false,
  );
