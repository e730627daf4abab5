import { webhookParams } from "#lib/contract/fields.ts";
import { changedWebhook } from "#lib/contract/webhooks/webhook-input.ts";
import { webhookFacts } from "#lib/server/audit/command.ts";
import { route } from "#lib/server/http/route.ts";
import { deleteWebhook, updateWebhook } from "#lib/server/webhooks/commands.ts";
import { expectedVersion, getWebhook } from "#lib/server/webhooks/list.ts";

export const GET = route({ access: "webhooks.manage", params: webhookParams }, ({ params: { webhook_id } }) =>
  getWebhook(webhook_id),
);

/** With `If-Match`, changes the webhook only if it is still the version the caller saw. */
export const PUT = route(
  { access: "webhooks.manage", stepUp: true, audit: "webhook.changed", params: webhookParams, body: changedWebhook },
  async ({ params: { webhook_id: id }, body, request, audit }) => {
    audit.add({ after: webhookFacts(body) });
    const { before, after } = await updateWebhook({ id, change: body, expected: expectedVersion(request.headers) });
    audit.add({ before: webhookFacts(before), after: webhookFacts(after) });
    return after;
  },
);

export const DELETE = route(
  { access: "webhooks.manage", stepUp: true, audit: "webhook.deleted", params: webhookParams },
  async ({ params: { webhook_id: id }, request, audit }) => {
    const before = await deleteWebhook({ id, expected: expectedVersion(request.headers) });
    audit.add({ before: webhookFacts(before) });
  },
);
