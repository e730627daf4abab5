import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import { RevealHost } from "#components/webhook/reveal-host.tsx";
import { requirePermission } from "#lib/server/access/require-permission.ts";

/** What is told once stays in sight on whichever of these pages one is; with the words that they need and no other does. */
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
