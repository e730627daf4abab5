import { webhookParams } from "#lib/contract/fields.ts";
import { replacementWebhookInput } from "#lib/contract/webhooks/webhook-input.ts";
import { replacementDetails } from "#lib/server/audit/command.ts";
import { json, route } from "#lib/server/http/route.ts";
import { getReplacement, replaceWebhook } from "#lib/server/webhooks/replacement.ts";

/** The replacement in progress, else the last one; null if there was none. */
export const GET = route({ access: "webhooks.manage", params: webhookParams }, async ({ params: { webhook_id } }) => ({
  replacement: await getReplacement(webhook_id),
}));

/** Creates the replacement, and answers its secret, once; after a lost secret, creates another replacement. */
export const POST = route(
  {
    access: "webhooks.manage",
    stepUp: true,
    audit: "webhook_secret.replacement_begun",
    params: webhookParams,
    body: replacementWebhookInput.optional(),
  },
  async ({ params: { webhook_id: id }, body, session, audit }) => {
    const by = { session_hash: session.idHash, user_id: session.user.id };
    const replaced = await replaceWebhook({ id, ...body, ...by });
    audit.add(replacementDetails(replaced.replacement));
    return json(replaced, 201);
  },
);
