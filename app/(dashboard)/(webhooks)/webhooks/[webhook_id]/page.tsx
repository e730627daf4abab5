import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { WebhookView } from "#components/webhook/webhook-view.tsx";
import { identifier } from "#lib/contract/fields.ts";
import { decodeSegment } from "#lib/contract/text.ts";
import { requirePermission } from "#lib/server/access/require-permission.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("webhooks"))("one") };
}

type Props = { params: Promise<{ webhook_id: string }> };

/** A webhook: its fields, its problems and its actions. */
export default async function WebhookPage({ params }: Props) {
  await requirePermission("webhooks.manage");
  const id = identifier.safeParse(decodeSegment((await params).webhook_id)).data;
  if (id === undefined) notFound();
  return <WebhookView id={id} />;
}
