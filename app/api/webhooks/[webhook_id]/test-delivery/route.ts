import { webhookParams } from "#lib/contract/fields.ts";
import { route } from "#lib/server/http/route.ts";
import { sendTestDelivery } from "#lib/server/webhooks/test-delivery.ts";

/** Works while the secret of a new webhook is held for this session. The secret signs the delivery and is not answered. */
export const POST = route(
  {
    access: "webhooks.manage",
    audit: "webhook.tested",
    limit: { calls: 10, seconds: 60 },
    params: webhookParams,
  },
  async ({ params: { webhook_id: id }, session, audit }) => {
    const delivery = await sendTestDelivery({ id, session_hash: session.idHash });
    const { result, event_name, status, took_ms } = delivery;
    audit.add({ after: { result, event: event_name, status, took_ms } });
    return delivery;
  },
);
