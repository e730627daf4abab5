import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import { Tabs } from "#components/deliveries/tabs.tsx";

/** The parts of the page, and the words that they need and no other page does. */
export default async function DeliveriesLayout({ children }: { children: ReactNode }) {
  const { deliveries, list, verification } = await getMessages();
  const { eventName, status, documentsStatus } = verification;
  return (
    <NextIntlClientProvider
      messages={{
        deliveries,
        list,
        verification: { eventName, status, documentsStatus },
      }}
    >
      <Tabs />
      {children}
    </NextIntlClientProvider>
  );
}
