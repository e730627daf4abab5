import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import { Tabs } from "#components/deliveries/tabs.tsx";
import { PageMessagesProvider } from "#components/page/page-messages.tsx";
import { factMessages } from "#lib/server/i18n/page-messages.ts";

/** The parts of the page, and the words that they need and no other page does. */
export default async function DeliveriesLayout({ children }: { children: ReactNode }) {
  const { deliveries } = await getMessages();
  return (
    <PageMessagesProvider messages={{ ...(await factMessages()), deliveries }}>
      <Tabs />
      {children}
    </PageMessagesProvider>
  );
}
