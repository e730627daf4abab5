import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { WebhooksView } from "#components/webhooks/webhooks-view.tsx";
import { requirePermission } from "#lib/server/access/require-permission.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("webhooks"))("title") };
}

/** The account's webhooks, the dashboard's own first. */
export default async function WebhooksPage() {
  await requirePermission("webhooks.manage");
  return <WebhooksView />;
}
