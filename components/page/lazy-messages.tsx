import { keepPreviousData, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { type ReactNode, useCallback } from "react";
import type { Locale } from "#lib/contract/preferences.ts";
import { type PageMessages, PageMessagesProvider } from "./page-messages.tsx";

/** Messages that are loaded on first use, in no page's document. */
const LATER_MESSAGES = {
  access: { en: () => import("#messages/en/access.json"), "es-MX": () => import("#messages/es-MX/access.json") },
  export: { en: () => import("#messages/en/export.json"), "es-MX": () => import("#messages/es-MX/export.json") },
  import: { en: () => import("#messages/en/import.json"), "es-MX": () => import("#messages/es-MX/import.json") },
  "keys-help": {
    en: () => import("#messages/en/keys-help.json"),
    "es-MX": () => import("#messages/es-MX/keys-help.json"),
  },
  letters: { en: () => import("#messages/en/letters.json"), "es-MX": () => import("#messages/es-MX/letters.json") },
  marks: { en: () => import("#messages/en/marks.json"), "es-MX": () => import("#messages/es-MX/marks.json") },
  notes: { en: () => import("#messages/en/notes.json"), "es-MX": () => import("#messages/es-MX/notes.json") },
  notices: { en: () => import("#messages/en/notices.json"), "es-MX": () => import("#messages/es-MX/notices.json") },
  request: { en: () => import("#messages/en/request.json"), "es-MX": () => import("#messages/es-MX/request.json") },
  review: { en: () => import("#messages/en/review.json"), "es-MX": () => import("#messages/es-MX/review.json") },
  "review-actions": {
    en: () => import("#messages/en/review-actions.json"),
    "es-MX": () => import("#messages/es-MX/review-actions.json"),
  },
  "review-bulk": {
    en: () => import("#messages/en/review-bulk.json"),
    "es-MX": () => import("#messages/es-MX/review-bulk.json"),
  },
  "review-file": {
    en: () => import("#messages/en/review-file.json"),
    "es-MX": () => import("#messages/es-MX/review-file.json"),
  },
  "service-problems": {
    en: () => import("#messages/en/service-problems.json"),
    "es-MX": () => import("#messages/es-MX/service-problems.json"),
  },
  verification: {
    en: () => import("#messages/en/verification.json"),
    "es-MX": () => import("#messages/es-MX/verification.json"),
  },
} satisfies Record<string, Record<Locale, () => Promise<{ default: unknown }>>>;

type LaterNamespace = keyof typeof LATER_MESSAGES;

const loadLater = async (of: LaterNamespace, locale: Locale): Promise<PageMessages> => ({
  [of]: (await LATER_MESSAGES[of][locale]()).default,
});

const laterOptions = (of: LaterNamespace, locale: Locale) =>
  queryOptions({
    queryKey: ["messages", of, locale],
    queryFn: () => loadLater(of, locale),
    staleTime: Number.POSITIVE_INFINITY,
    // Queries are paused without a session (`signed-out.ts`); the sign-in needs its messages then.
    ...(of === "access" && { networkMode: "always" as const }),
  });

type Props = { of: LaterNamespace; meanwhile?: ReactNode; children: ReactNode };

/** Renders its children with the messages of this namespace. After a change of language the old ones stay while loading. */
export function LazyMessages({ of, meanwhile, children }: Props) {
  const { data } = useQuery({ ...laterOptions(of, useLocale() as Locale), placeholderData: keepPreviousData });
  return data ? <PageMessagesProvider messages={data}>{children}</PageMessagesProvider> : meanwhile;
}

/** Preloads messages, so that the dialog of a shortcut opens at once and gets the keys typed next. */
export function useLoadMessages(): (of: LaterNamespace) => void {
  const client = useQueryClient();
  const locale = useLocale() as Locale;
  return useCallback((of) => void client.prefetchQuery(laterOptions(of, locale)), [client, locale]);
}
