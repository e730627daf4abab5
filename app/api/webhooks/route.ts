import { newWebhook } from "#lib/contract/webhook-input.ts";
import { json, route } from "#lib/server/route.ts";
import { createWebhook } from "#lib/server/webhooks/create.ts";
import { listWebhooks } from "#lib/server/webhooks/list.ts";

export const GET = route({ access: "webhooks.manage" }, () => listWebhooks());

/** Answers the secret, once. */
export const POST = route(
  { access: "webhooks.manage", stepUp: true, audit: "webhook.created", body: newWebhook },
  async ({ body, session }) => json(await createWebhook(body, session?.idHash ?? ""), 201),
);
