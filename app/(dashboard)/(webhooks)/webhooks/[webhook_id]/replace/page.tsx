import { notFound } from "next/navigation";
import { ReplacementView } from "#components/core/webhook/replacement-view.tsx";
import { requirePermission } from "#lib/access/server/require-permission.ts";
import { identifier } from "#lib/platform/contract/fields.ts";
import { decodeSegment } from "#lib/platform/contract/text.ts";
import { titled } from "#lib/platform/server/i18n/titled.ts";

export const generateMetadata = titled("webhooks.replace.title");

/** Replaces the secret of a webhook, step by step; the address leads back to the current step. */
export default async function ReplacePage({ params }: { params: Promise<{ webhook_id: string }> }) {
  await requirePermission("webhooks.manage");
  const id = identifier.safeParse(decodeSegment((await params).webhook_id)).data;
  if (id === undefined) notFound();
  return <ReplacementView id={id} />;
}
