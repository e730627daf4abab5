"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import type { ReactNode } from "react";
import type { Locale } from "#lib/contract/preferences.ts";
import { type PageMessages, PageMessagesProvider } from "./page-messages.tsx";

/** Messages of parts that come when they are first wanted: no page begins with them. */
const LATER = {
  export: { en: () => import("#messages/en/export.json"), "es-MX": () => import("#messages/es-MX/export.json") },
  notes: { en: () => import("#messages/en/notes.json"), "es-MX": () => import("#messages/es-MX/notes.json") },
  "review-bulk": {
    en: () => import("#messages/en/review-bulk.json"),
    "es-MX": () => import("#messages/es-MX/review-bulk.json"),
  },
} satisfies Record<string, Record<Locale, () => Promise<{ default: unknown }>>>;

type LaterNamespace = keyof typeof LATER;

const loadLater = async (of: LaterNamespace, locale: Locale): Promise<PageMessages> => ({
  [of]: (await LATER[of][locale]()).default,
});

/** What needs messages of this namespace, drawn once they are there. */
export function LaterMessages({ of, children }: { of: LaterNamespace; children: ReactNode }) {
  const locale = useLocale() as Locale;
  const { data } = useQuery({
    queryKey: ["messages", of, locale],
    queryFn: () => loadLater(of, locale),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data && <PageMessagesProvider messages={data}>{children}</PageMessagesProvider>;
}
