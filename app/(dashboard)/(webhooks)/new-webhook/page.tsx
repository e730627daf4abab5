import { NewWebhookView } from "#components/webhook/new-webhook-view.tsx";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { titled } from "#lib/server/i18n/titled.ts";

export const generateMetadata = titled("webhooks.new.title");

export default async function NewWebhookPage() {
  await requirePermission("webhooks.manage");
  return <NewWebhookView />;
}
