import {
  changedWebhook,
  newWebhook,
  replacementMove,
  replacementWebhookInput,
} from "#lib/core/contract/webhooks/webhook-input.ts";
import type { Replacement } from "#lib/core/contract/webhooks/webhooks.ts";
import { webhookFacts } from "#lib/core/server/webhooks/audit-facts.ts";
import { createWebhook, deleteWebhook as removeWebhook, updateWebhook } from "#lib/core/server/webhooks/commands.ts";
import { expectedVersion, listWebhooks, getWebhook as readWebhook } from "#lib/core/server/webhooks/list.ts";
import { getReplacement, moveReplacement, replaceWebhook } from "#lib/core/server/webhooks/replacement.ts";
import { sendTestDelivery } from "#lib/core/server/webhooks/test-delivery.ts";
import { json, route } from "#lib/edge/server/http/route.ts";
import type { AuditDetails } from "#lib/platform/server/audit/command.ts";

export const getWebhooks = route("GET /api/webhooks", { access: "webhooks.manage" }, () => listWebhooks());

/** Answers the secret, once. */
export const postWebhooks = route(
  "POST /api/webhooks",
  { access: "webhooks.manage", stepUp: true, audit: "webhook.created", body: newWebhook },
  async ({ body, session, audit }) => {
    audit.add({ after: webhookFacts(body) });
    const created = await createWebhook(body, session.idHash);
    audit.add({ ids: { webhook_id: created.id }, after: webhookFacts(created) });
    return json(created, 201);
  },
);

export const getWebhook = route(
  "GET /api/webhooks/{webhook_id}",
  { access: "webhooks.manage" },
  ({ params: { webhook_id } }) => readWebhook(webhook_id),
);

/** With `If-Match`, changes the webhook only if it is still the version the caller saw. */
export const putWebhook = route(
  "PUT /api/webhooks/{webhook_id}",
  { access: "webhooks.manage", stepUp: true, audit: "webhook.changed", body: changedWebhook },
  async ({ params: { webhook_id: id }, body, request, audit }) => {
    audit.add({ after: webhookFacts(body) });
    const { before, after } = await updateWebhook({ id, change: body, expected: expectedVersion(request.headers) });
    audit.add({ before: webhookFacts(before), after: webhookFacts(after) });
    return after;
  },
);

export const deleteWebhook = route(
  "DELETE /api/webhooks/{webhook_id}",
  { access: "webhooks.manage", stepUp: true, audit: "webhook.deleted" },
  async ({ params: { webhook_id: id }, request, audit }) => {
    const before = await removeWebhook({ id, expected: expectedVersion(request.headers) });
    audit.add({ before: webhookFacts(before) });
  },
);

/** The replacement in progress, else the last one; null if there was none. */
export const getWebhookReplacement = route(
  "GET /api/webhooks/{webhook_id}/replacement",
  { access: "webhooks.manage" },
  async ({ params: { webhook_id } }) => ({
    replacement: await getReplacement(webhook_id),
  }),
);

/** Creates the replacement, and answers its secret, once; after a lost secret, creates another replacement. */
export const postWebhookReplacement = route(
  "POST /api/webhooks/{webhook_id}/replacement",
  {
    access: "webhooks.manage",
    stepUp: true,
    audit: "webhook_secret.replacement_begun",
    body: replacementWebhookInput.optional(),
  },
  async ({ params: { webhook_id: id }, body, session, audit }) => {
    const by = { session_hash: session.idHash, user_id: session.user.id };
    const replaced = await replaceWebhook({ id, ...body, ...by });
    audit.add(replacementDetails(replaced.replacement));
    return json(replaced, 201);
  },
);

/** Takes the next step of a replacement, or cancels it. */
export const postWebhookReplacementMoves = route(
  "POST /api/webhooks/{webhook_id}/replacement/moves",
  { access: "webhooks.manage", stepUp: true, audit: "webhook_secret.replacement_moved", body: replacementMove },
  async ({ params: { webhook_id: id }, body: { move }, audit }) => {
    audit.add({ after: { move } });
    const replacement = await moveReplacement({ id, move });
    audit.add(replacementDetails(replacement));
    return replacement;
  },
);

/** Works while the secret of a new webhook is held for this session. The secret signs the delivery and is not answered. */
export const postWebhookTestDelivery = route(
  "POST /api/webhooks/{webhook_id}/test-delivery",
  { access: "webhooks.manage", audit: "webhook.tested", perMinute: 10 },
  async ({ params: { webhook_id: id }, session, audit }) => {
    const delivery = await sendTestDelivery({ id, session_hash: session.idHash });
    const { result, event_name, status, took_ms } = delivery;
    audit.add({ after: { result, event: event_name, status, took_ms } });
    return delivery;
  },
);

const replacementDetails = ({ new_id, state, url }: Replacement): AuditDetails => ({
  ids: new_id === null ? {} : { new_webhook_id: new_id },
  after: { state, ...webhookFacts({ url }) },
});
