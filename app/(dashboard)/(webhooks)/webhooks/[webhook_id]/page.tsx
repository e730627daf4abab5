import { notFound } from "next/navigation";
import { WebhookView } from "#components/webhook/webhook-view.tsx";
import { identifier } from "#lib/contract/fields.ts";
import { decodeSegment } from "#lib/contract/text.ts";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { titled } from "#lib/server/i18n/titled.ts";

export const generateMetadata = titled("webhooks.one");

export default async function WebhookPage({ params }: { params: Promise<{ webhook_id: string }> }) {
  await requirePermission("webhooks.manage");
  const id = identifier.safeParse(decodeSegment((await params).webhook_id)).data;
  if (id === undefined) notFound();
  return <WebhookView id={id} />;
}
