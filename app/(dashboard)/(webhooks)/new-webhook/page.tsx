import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { NewWebhookView } from "#components/webhook/new-webhook-view.tsx";
import { requirePermission } from "#lib/server/access/require-permission.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("webhooks.new"))("title") };
}

export default async function NewWebhookPage() {
  await requirePermission("webhooks.manage");
  return <NewWebhookView />;
}
