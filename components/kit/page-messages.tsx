"use client";

import { NextIntlClientProvider, useLocale, useMessages } from "next-intl";
import { type ComponentProps, useMemo } from "react";

export type PageMessages = NonNullable<ComponentProps<typeof NextIntlClientProvider>["messages"]>;

/** Messages of one page in addition to the common ones: a nested provider alone would replace them. */
export function PageMessagesProvider({ messages, children }: { messages: PageMessages; children: React.ReactNode }) {
  const shared = useMessages();
  const all = useMemo(() => ({ ...shared, ...messages }), [shared, messages]);
  return (
    <NextIntlClientProvider locale={useLocale()} messages={all}>
      {children}
    </NextIntlClientProvider>
  );
}
