"use client";

import { NextIntlClientProvider, useLocale, useMessages } from "next-intl";
import { type ComponentProps, useMemo } from "react";

export type PageMessages = NonNullable<ComponentProps<typeof NextIntlClientProvider>["messages"]>;

/** Messages that only one page needs, beside those that every page has: a provider by itself would replace them. */
export function PageMessagesProvider({ messages, children }: { messages: PageMessages; children: React.ReactNode }) {
  const shared = useMessages();
  const all = useMemo(() => ({ ...shared, ...messages }), [shared, messages]);
  return (
    <NextIntlClientProvider locale={useLocale()} messages={all}>
      {children}
    </NextIntlClientProvider>
  );
}
