import { newWebhook } from "#lib/contract/webhooks/webhook-input.ts";
import { webhookFacts } from "#lib/server/audit/command.ts";
import { json, route } from "#lib/server/http/route.ts";
import { createWebhook } from "#lib/server/webhooks/commands.ts";
import { listWebhooks } from "#lib/server/webhooks/list.ts";

export const GET = route({ access: "webhooks.manage" }, () => listWebhooks());

/** Answers the secret, once. */
export const POST = route(
  { access: "webhooks.manage", stepUp: true, audit: "webhook.created", body: newWebhook },
  async ({ body, session, audit }) => {
    audit.add({ after: webhookFacts(body) });
    const created = await createWebhook(body, session.idHash);
    audit.add({ ids: { webhook_id: created.id }, after: webhookFacts(created) });
    return json(created, 201);
  },
);
