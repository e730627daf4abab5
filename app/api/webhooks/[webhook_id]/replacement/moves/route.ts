import { webhookParams } from "#lib/contract/fields.ts";
import { replacementMove } from "#lib/contract/webhooks/webhook-input.ts";
import { replacementDetails } from "#lib/server/audit/command.ts";
import { route } from "#lib/server/http/route.ts";
import { moveReplacement } from "#lib/server/webhooks/replacement.ts";

/** Takes the next step of a replacement, or cancels it. */
export const POST = route(
  {
    access: "webhooks.manage",
    stepUp: true,
    audit: "webhook_secret.replacement_moved",
    params: webhookParams,
    body: replacementMove,
  },
  async ({ params: { webhook_id: id }, body: { move }, audit }) => {
    audit.add({ after: { move } });
    const replacement = await moveReplacement({ id, move });
    audit.add(replacementDetails(replacement));
    return replacement;
  },
);
