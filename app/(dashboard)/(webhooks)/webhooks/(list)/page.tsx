import { WebhooksView } from "#components/core/webhooks/webhooks-view.tsx";
import { requirePermission } from "#lib/access/server/require-permission.ts";
import { titled } from "#lib/platform/server/i18n/titled.ts";

export const generateMetadata = titled("webhooks.title");

/** The account's webhooks, the dashboard's own first. */
export default async function WebhooksPage() {
  await requirePermission("webhooks.manage");
  return <WebhooksView />;
}
