import { NewWebhookView } from "#components/core/webhook/new-webhook-view.tsx";
import { requirePermission } from "#lib/access/server/require-permission.ts";
import { titled } from "#lib/platform/server/i18n/titled.ts";

export const generateMetadata = titled("webhooks.new.title");

export default async function NewWebhookPage() {
  await requirePermission("webhooks.manage");
  return <NewWebhookView />;
}
