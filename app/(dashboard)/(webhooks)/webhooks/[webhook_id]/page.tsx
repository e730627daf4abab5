import { notFound } from "next/navigation";
import { WebhookView } from "#components/core/webhook/webhook-view.tsx";
import { requirePermission } from "#lib/access/server/require-permission.ts";
import { identifier } from "#lib/platform/contract/fields.ts";
import { decodeSegment } from "#lib/platform/contract/text.ts";
import { titled } from "#lib/platform/server/i18n/titled.ts";

export const generateMetadata = titled("webhooks.one");

export default async function WebhookPage({ params }: { params: Promise<{ webhook_id: string }> }) {
  await requirePermission("webhooks.manage");
  const id = identifier.safeParse(decodeSegment((await params).webhook_id)).data;
  if (id === undefined) notFound();
  return <WebhookView id={id} />;
}
