import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import { PageMessagesProvider } from "#components/page/page-messages.tsx";
import { RevealHost } from "#components/webhook/reveal-host.tsx";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { factMessages } from "#lib/server/i18n/page-messages.ts";

/** A secret that is revealed once stays visible on all of these pages; with the messages that only they need. */
export default async function WebhooksLayout({ children }: { children: ReactNode }) {
  await requirePermission("webhooks.manage");
  const { webhooks, secrets, deliveries } = await getMessages();
  const { reasons } = deliveries.refusals;
  return (
    <PageMessagesProvider
      messages={{ ...(await factMessages()), webhooks, secrets, deliveries: { refusals: { reasons } } }}
    >
      <RevealHost>{children}</RevealHost>
    </PageMessagesProvider>
  );
}
