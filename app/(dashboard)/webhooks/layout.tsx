import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import { RevealHost } from "#components/webhook/reveal-host.tsx";
import { requirePermission } from "#lib/server/access/require-permission.ts";

/** A secret that is revealed once stays visible on all of these pages; with the messages that only they need. */
export default async function WebhooksLayout({ children }: { children: ReactNode }) {
  await requirePermission("webhooks.manage");
  const { webhooks, secrets, access, verification, deliveries } = await getMessages();
  const { eventName } = verification;
  const { reasons } = deliveries.refusals;
  return (
    <NextIntlClientProvider
      messages={{ webhooks, secrets, access, verification: { eventName }, deliveries: { refusals: { reasons } } }}
    >
      <RevealHost>{children}</RevealHost>
    </NextIntlClientProvider>
  );
}
