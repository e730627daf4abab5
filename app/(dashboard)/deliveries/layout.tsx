import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import { Tabs } from "#components/deliveries/tabs.tsx";

/** The parts of the page, and the words that they need and no other page does. */
export default async function DeliveriesLayout({ children }: { children: ReactNode }) {
  const { deliveries, verification, verifications } = await getMessages();
  const { eventName, status, documentsStatus } = verification;
  const { filters, total, ignored } = verifications;
  return (
    <NextIntlClientProvider
      messages={{
        deliveries,
        verification: { eventName, status, documentsStatus },
        verifications: { filters, total, ignored },
      }}
    >
      <Tabs />
      {children}
    </NextIntlClientProvider>
  );
}
