import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { getMessages } from "next-intl/server";
import type { ComponentType, ReactNode } from "react";
import type { CoveredClient } from "#lib/browser/query-client.ts";
import type * as english from "#messages/en/index.ts";
import { PageMessagesProvider } from "./page-messages.tsx";

type AllMessages = typeof english;

const pick = <Messages extends object, Name extends keyof Messages>(
  all: Messages,
  ...names: Name[]
): Pick<Messages, Name> => Object.fromEntries(names.map((name) => [name, all[name]])) as Pick<Messages, Name>;

/** The messages of pages about one object: a verification, a person, a delivery, a webhook. */
function factsOf(all: AllMessages) {
  // These are loaded by the page of a person only.
  const { card, curp, field, lookups, ...people } = all.people;
  return { ...pick(all, "list", "review", "service-problems", "verification", "verifications"), people };
}

/** A page about one object, with namespaces of its own. */
const facts =
  (...names: (keyof AllMessages)[]) =>
  (all: AllMessages) => ({ ...factsOf(all), ...pick(all, ...names) });

/** The file of a verification, on its own page and at the desk. */
const FILE = ["custody", "letters", "notes", "request", "review-actions", "review-file"] as const;

/**
 * The messages of each route, in addition to those of its layouts; a namespace replaces that of the layout. They are part
 * of each document, so a large namespace is cut where a route needs little of it.
 */
const ROUTE_MESSAGES = {
  /** Messages of every page behind the sign-in: its frame with the cover of an ended session, and the marks of files. */
  frame: (all: AllMessages) => {
    const { curpEnds, curpHidden, numbered, outcomes, unnamed } = all.people;
    const { documentsStatus, incomplete, itemError, itemType, items, notFound, severity, status, time } =
      all.verification;
    const { missing, unknown } = all.verifications.table;
    return {
      ...pick(all, "keys-help", "marks", "notices", "shell"),
      access: pick(all.access, "ending", "notices", "provider", "signIn", "stepUp"),
      people: { curpEnds, curpHidden, numbered, outcomes, unnamed },
      // The last step is undone on any page.
      "review-actions": pick(all["review-actions"], "sendKey", "undo", "working"),
      "review-file": pick(all["review-file"], "problem", "undo"),
      verification: {
        ...{ documentsStatus, incomplete, itemError, itemType, notFound, severity, status, time },
        items: pick(items, "kind", "open", "possibleCause", "state"),
      },
      verifications: { table: { missing, unknown } },
      // The command palette finds built-in views by name.
      views: { builtIn: all.views.builtIn },
    };
  },
  account: facts("access", "account", "secrets"),
  arco: (all: AllMessages) => {
    const { check, curpEnds, curpHidden, numbered, outcomes, unnamed } = all.people;
    return {
      // With the dialog that erases or blocks a file.
      ...pick(all, "arco", "custody", "decision", "privacy"),
      people: { check, curpEnds, curpHidden, numbered, outcomes, unnamed },
    };
  },
  audit: (all: AllMessages) => ({
    ...facts("audit")(all),
    notifications: pick(all.notifications, "name"),
    "review-policy": pick(all["review-policy"], "field"),
  }),
  channels: (all: AllMessages) => ({
    ...pick(all, "channels", "secrets"),
    notifications: pick(all.notifications, "name"),
  }),
  auth: (all: AllMessages) => pick(all, "access"),
  decision: facts("custody", "decision", "people"),
  decisions: facts("decision", "decisions", "samples"),
  deliveries: facts("deliveries"),
  erasure: (all: AllMessages) => pick(all, "privacy"),
  erasures: (all: AllMessages) => pick(all, "custody", "erasures", "privacy"),
  // The outcome of sending a head is in the words of channels, a printed time in the words of decisions.
  evidence: (all: AllMessages) => {
    const { state } = all.channels.sendings;
    return { ...pick(all, "decision", "evidence", "timestamps"), channels: { sendings: { state } } };
  },
  file: (all: AllMessages) => {
    // Lists have these namespaces.
    const { list, verifications, ...file } = facts(...FILE)(all);
    return { ...file, list: pick(list, "walk") };
  },
  firstSteps: (all: AllMessages) => pick(all, "first-steps"),
  insights: (all: AllMessages) => {
    const { filters, table } = all.verifications;
    return {
      ...pick(all, "decision", "insights", "list", "review"),
      "insights-export": { change: all["insights-export"].change },
      verifications: { filters, table },
    };
  },
  keys: facts("keys", "secrets"),
  list: (all: AllMessages) => {
    // The figures of the insights are filters of the list.
    const { bucket, days, exception, figure, noType } = all.insights;
    const { change } = all["insights-export"];
    return {
      ...pick(all, "export", "import", "list", "review", "review-bulk", "service-problems", "verifications", "views"),
      insights: { bucket, days, exception, figure, noType },
      "insights-export": { change },
    };
  },
  morning: (all: AllMessages) => {
    const { filters, table } = all.verifications;
    const { difference } = all["review-file"];
    const own = pick(all, "list", "morning", "overview", "review");
    const { take } = all["review-queue"];
    return { ...own, "review-file": { difference }, "review-queue": { take }, verifications: { filters, table } };
  },
  needToKnow: (all: AllMessages) => pick(all, "need-to-know"),
  overview: (all: AllMessages) => ({ ...pick(all, "overview", "review"), list: pick(all.list, "ignored") }),
  // The first section of the overview, by role.
  overviewOfCallers: (all: AllMessages) => ({ "overview-parts": pick(all["overview-parts"], "callers") }),
  overviewOfConnection: (all: AllMessages) => ({ "overview-parts": pick(all["overview-parts"], "connection") }),
  overviewOfRecords: (all: AllMessages) => ({ "overview-parts": pick(all["overview-parts"], "records") }),
  people: facts(),
  person: facts("curp-file", "custody", "pdf", "people"),
  // A printed time is in the words of decisions, a kind of change in the words of the export.
  report: (all: AllMessages) => {
    const { resolution, state } = all.review;
    return {
      ...pick(all, "decision", "report"),
      "insights-export": { change: all["insights-export"].change },
      list: pick(all.list, "ignored"),
      review: { resolution, state },
      "review-policy": pick(all["review-policy"], "change", "changedApproval"),
    };
  },
  review: facts(...FILE, "review-bulk", "review-queue"),
  sandbox: facts("sandbox"),
  tokens: (all: AllMessages) => pick(all, "secrets", "tokens"),
  // The navigation of the settings names each page by its heading.
  settings: (all: AllMessages) => ({
    settings: all.settings,
    "review-policy": pick(all["review-policy"], "title"),
    "custody-settings": pick(all["custody-settings"], "title"),
    "need-to-know": pick(all["need-to-know"], "title"),
    channels: pick(all.channels, "title"),
    tokens: pick(all.tokens, "title"),
    alerts: pick(all.alerts, "title"),
    policies: pick(all.policies, "title"),
    system: pick(all.system, "title"),
  }),
  alerts: facts("alerts"),
  custodySettings: facts("custody", "custody-settings"),
  fileSettings: facts("file-titles", "originals"),
  passwords: facts("passwords", "scim", "secrets"),
  policies: (all: AllMessages) => pick(all, "policies"),
  reviewPolicy: facts("review-policy"),
  system: (all: AllMessages) => pick(all, "system"),
  users: facts("access", "users", "secrets"),
  webhooks: (all: AllMessages) => {
    const { reasons } = all.deliveries.refusals;
    return { ...facts("webhooks", "secrets")(all), deliveries: { refusals: { reasons } } };
  },
};

type Props = {
  of: keyof typeof ROUTE_MESSAGES;
  /**
   * Prefetched queries of the route. Failed prefetches are left out: the browser requests them again, through the route
   * handler, which logs and words the error.
   */
  client?: CoveredClient;
  children: ReactNode;
};

export async function RouteMessages({ of, client, children }: Props) {
  return (
    <PageMessagesProvider messages={ROUTE_MESSAGES[of]((await getMessages()) as AllMessages)}>
      {client ? <HydrationBoundary state={dehydrate(client)}>{children}</HydrationBoundary> : children}
    </PageMessagesProvider>
  );
}

/** A page of one view. `allowed` refuses users without the permission. */
export const viewPage = (allowed: () => Promise<unknown>, of: Props["of"], View: ComponentType) => async () => {
  await allowed();
  return (
    <RouteMessages of={of}>
      <View />
    </RouteMessages>
  );
};
