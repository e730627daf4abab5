import type { z } from "zod";
import type { ReceiverEnsured, ReceiverState } from "#lib/core/contract/status.ts";
import type { Outages } from "#lib/core/contract/verifications/incomplete.ts";
import type { TestDelivery } from "#lib/core/contract/webhooks/test-delivery.ts";
import type {
  changedWebhook,
  newWebhook,
  replacementMove,
  replacementWebhookInput,
} from "#lib/core/contract/webhooks/webhook-input.ts";
import type {
  CreatedWebhook,
  ListedWebhook,
  ListedWebhooks,
  Replacement,
} from "#lib/core/contract/webhooks/webhooks.ts";
import { answers } from "#lib/platform/contract/endpoint.ts";

export const WEBHOOKS_API = {
  "GET /api/outages": answers<Outages>(),
  "POST /api/outages/{outage_id}/dismissal": answers<void>(),
  "GET /api/receiver": answers<ReceiverState>(),
  "POST /api/receiver": answers<ReceiverEnsured>(),
  "GET /api/webhooks": answers<ListedWebhooks>(),
  "POST /api/webhooks": answers<CreatedWebhook, typeof newWebhook>(),
  "GET /api/webhooks/{webhook_id}": answers<ListedWebhook>(),
  "PUT /api/webhooks/{webhook_id}": answers<ListedWebhook, typeof changedWebhook>(),
  "DELETE /api/webhooks/{webhook_id}": answers<void>(),
  "GET /api/webhooks/{webhook_id}/replacement": answers<{ replacement: Replacement | null }>(),
  "POST /api/webhooks/{webhook_id}/replacement": answers<
    { replacement: Replacement; created: CreatedWebhook | null },
    z.ZodOptional<typeof replacementWebhookInput>
  >(),
  "POST /api/webhooks/{webhook_id}/replacement/moves": answers<Replacement, typeof replacementMove>(),
  "POST /api/webhooks/{webhook_id}/test-delivery": answers<TestDelivery>(),
};
