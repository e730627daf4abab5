import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { getMessages } from "next-intl/server";
import type { ComponentType, ReactNode } from "react";
import type { CoveredClient } from "#lib/platform/browser/query-client.ts";
import type * as english from "#messages/en/index.ts";
import { type PageMessages, PageMessagesProvider } from "./page-messages.tsx";

export type AllMessages = typeof english;

export const pick = <Messages extends object, Name extends keyof Messages>(
  all: Messages,
  ...names: Name[]
): Pick<Messages, Name> => Object.fromEntries(names.map((name) => [name, all[name]])) as Pick<Messages, Name>;

/** The messages of pages about one object: a verification, a person, a delivery, a webhook. */
function factsOf(all: AllMessages) {
  // These are loaded by the page of a person only.
  const { card, curp, field, lookups, ...people } = all.people;
  return { ...pick(all, "list", "review", "service-problems", "verification", "verifications"), people };
}

/** The messages of a page about one object, with namespaces of its own. */
export const facts =
  (...names: (keyof AllMessages)[]) =>
  (all: AllMessages) => ({ ...factsOf(all), ...pick(all, ...names) });

/** The namespaces of a file, on its own page and at the desk. */
export const FILE = ["custody", "letters", "notes", "request", "review-actions", "review-file", "dates"] as const;

type Props = {
  /**
   * The messages of the page, in addition to those of its layouts; a namespace replaces that of a layout. They are part of
   * each document, so a large namespace is cut where a page needs little of it.
   */
  words: (all: AllMessages) => PageMessages;
  /**
   * Prefetched queries of the route. Failed prefetches are left out: the browser requests them again, through the route
   * handler, which logs and words the error.
   */
  client?: CoveredClient;
  children: ReactNode;
};

export async function RouteMessages({ words, client, children }: Props) {
  return (
    <PageMessagesProvider messages={words((await getMessages()) as AllMessages)}>
      {client ? <HydrationBoundary state={dehydrate(client)}>{children}</HydrationBoundary> : children}
    </PageMessagesProvider>
  );
}

/** A page of one view. `allowed` refuses users without the permission. */
export const viewPage = (allowed: () => Promise<unknown>, words: Props["words"], View: ComponentType) => async () => {
  await allowed();
  return (
    <RouteMessages words={words}>
      <View />
    </RouteMessages>
  );
};
