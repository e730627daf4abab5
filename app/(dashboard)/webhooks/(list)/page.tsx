import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { WebhooksView } from "#components/webhooks/webhooks-view.tsx";
import { requireAdmin } from "#lib/server/access/require-admin.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("webhooks"))("title") };
}

/** The account's webhooks, the dashboard's own first. */
export default async function WebhooksPage() {
  const { email } = await requireAdmin();
  return <WebhooksView email={email} />;
}
