import type { Webhook } from "#lib/contract/webhooks/webhook.ts";
import type { Client } from "#lib/server/db/database.ts";
import { deleteIfThere, isUnknownOutcome } from "#lib/server/receiver-connection/ensure.ts";
import type { WebhookInput } from "#lib/server/service/client.ts";
import { ServiceError } from "#lib/server/service/service-error.ts";
import { type Attempt, closeAttempt, listAttempts, mayBeOf, openAttempt } from "./attempts.ts";
import type { Context } from "./context.ts";

export type Minted = { webhook: Webhook; secret: string };

type Options<Kept> = {
  replacement_id?: string;
  /** Stores the secret; `settle` belongs into the transaction that does: from then on the outcome is known. */
  keep: (minted: Minted, settle: (client: Client) => Promise<void>) => Promise<Kept>;
};

const TRIES = 2;

/**
 * Creates a webhook whose secret is not lost: the attempt is written before it is sent, and never sent twice blindly.
 * After an unknown outcome what it left is looked for, deleted and made afresh, once (design §6). Throws ServiceError;
 * OUTCOME_UNKNOWN where that is in vain too. To be called by one at a time.
 */
export async function mint<Kept>(
  context: Context,
  { url, events, description }: WebhookInput,
  { replacement_id, keep }: Options<Kept>,
): Promise<Minted & { kept: Kept }> {
  const { pool, service } = context;
  const input = { url, events, description };
  if (replacement_id) await deleteLeftovers(context, await listAttempts(pool, replacement_id));
  for (let tries = 1; ; tries += 1) {
    const known_ids = (await service.listWebhooks()).map(({ webhook_id }) => webhook_id);
    const attempt = await openAttempt(pool, input, { known_ids, replacement_id: replacement_id ?? null });
    try {
      const minted = await service.createWebhook(input);
      const kept = await keep(minted, (client) => closeAttempt(client, attempt, minted.webhook.webhook_id));
      return { ...minted, kept };
    } catch (error) {
      if (error instanceof ServiceError && !isUnknownOutcome(error)) await closeAttempt(pool, attempt);
      if (!isUnknownOutcome(error)) throw error;
      if (tries === TRIES) throw outcomeUnknown(error);
      await deleteLeftovers(context, [attempt]).catch(() => {
        throw outcomeUnknown(error);
      });
    }
  }
}

/** Deletes the webhooks that these attempts may have left: nobody was told their secrets. */
export async function deleteLeftovers({ pool, service }: Context, attempts: readonly Attempt[]): Promise<void> {
  if (attempts.length === 0) return;
  const webhooks = await service.listWebhooks();
  for (const attempt of attempts) {
    for (const webhook of webhooks.filter((candidate) => mayBeOf(attempt, candidate))) {
      await deleteIfThere(service, webhook.webhook_id);
      await closeAttempt(pool, attempt);
    }
  }
}

const outcomeUnknown = ({ serviceStatus, serviceMessage }: ServiceError) =>
  new ServiceError("OUTCOME_UNKNOWN", 502, "The service may or may not have created the webhook.", {
    ...(serviceStatus === null ? {} : { serviceStatus }),
    serviceMessage,
  });
