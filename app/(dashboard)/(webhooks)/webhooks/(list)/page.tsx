import { WebhooksView } from "#components/webhooks/webhooks-view.tsx";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { titled } from "#lib/server/i18n/titled.ts";

export const generateMetadata = titled("webhooks.title");

/** The account's webhooks, the dashboard's own first. */
export default async function WebhooksPage() {
  await requirePermission("webhooks.manage");
  return <WebhooksView />;
}
