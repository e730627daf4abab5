import { dehydrate, HydrationBoundary, type QueryClient } from "@tanstack/react-query";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import type * as english from "#messages/en/index.ts";
import { PageMessagesProvider } from "./page-messages.tsx";

type All = typeof english;

const pick = <Messages extends object, Name extends keyof Messages>(
  all: Messages,
  ...names: Name[]
): Pick<Messages, Name> => Object.fromEntries(names.map((name) => [name, all[name]])) as Pick<Messages, Name>;

/** The marks of verifications that every list shows. */
function marksOf({ verification }: All) {
  const { documentsStatus, incomplete, itemType, notFound, severity, status, time } = verification;
  return { documentsStatus, incomplete, itemType, notFound, severity, status, time };
}

/** Shared by pages about one object: a verification, a person, a delivery, a webhook. */
function factsOf(all: All) {
  // A person's page brings these along.
  const { card, curp, field, lookups, ...people } = all.people;
  return { ...pick(all, "access", "list", "review", "service-problems", "verification", "verifications"), people };
}

/** A page about one object, with namespaces of its own. */
const facts =
  (...names: (keyof All)[]) =>
  (all: All) => ({ ...factsOf(all), ...pick(all, ...names) });

/**
 * The messages of each route, beside those of the layouts around it. They are in each document as they are: one that nothing
 * on the page says is weight for nothing. Parts that are seldom wanted load theirs (`later-messages.tsx`).
 */
const ROUTES = {
  /** Messages of every page behind the sign-in, and of lists. */
  frame: (all: All) => {
    const { ending, notices } = all.access;
    const { curpEnds, curpHidden, numbered, outcomes, unnamed } = all.people;
    const { missing, unknown } = all.verifications.table;
    return {
      access: { ending, notices },
      people: { curpEnds, curpHidden, numbered, outcomes, unnamed },
      shell: all.shell,
      verification: marksOf(all),
      verifications: { table: { missing, unknown } },
      // The palette finds them by name.
      views: { builtIn: all.views.builtIn },
    };
  },
  account: facts("account", "secrets"),
  arco: (all: All) => pick(all, "access", "arco"),
  audit: facts("audit"),
  channels: (all: All) => pick(all, "access", "channels", "secrets"),
  auth: (all: All) => pick(all, "access"),
  decision: facts("custody", "decision", "people"),
  decisions: facts("decision", "decisions"),
  deliveries: facts("deliveries"),
  erasure: (all: All) => pick(all, "privacy"),
  erasures: (all: All) => pick(all, "access", "custody", "erasures", "privacy"),
  // How the sending of a head by a channel ended, in the words of channels; a printed time in those of decisions.
  evidence: (all: All) => {
    const { central, timed } = all.decision;
    const { state } = all.channels.sendings;
    return { ...pick(all, "evidence", "timestamps"), channels: { sendings: { state } }, decision: { central, timed } };
  },
  file: facts("custody", "review-file"),
  // A step that changes what holds for everybody may ask for the password.
  firstSteps: (all: All) => pick(all, "first-steps", "access"),
  insights: (all: All) => {
    const { central } = all.decision;
    const { itemError, items } = all.verification;
    const { filters, table } = all.verifications;
    return {
      ...pick(all, "insights", "list", "review"),
      decision: { central },
      "insights-export": { change: all["insights-export"].change },
      people: { outcomes: all.people.outcomes },
      verification: { ...marksOf(all), itemError, items: { possibleCause: items.possibleCause } },
      verifications: { filters, table },
    };
  },
  keys: facts("keys", "secrets"),
  list: (all: All) => {
    const { itemError, items } = all.verification;
    const verification = { ...marksOf(all), itemError, items: { possibleCause: items.possibleCause } };
    // A figure of the insights is a filter of the list.
    const { bucket, days, exception, figure, noType } = all.insights;
    const { change } = all["insights-export"];
    return {
      ...pick(all, "list", "review", "verifications", "views"),
      insights: { bucket, days, exception, figure, noType },
      "insights-export": { change },
      verification,
    };
  },
  morning: (all: All) => {
    const { filters, table } = all.verifications;
    const { difference } = all["review-file"];
    const own = pick(all, "list", "morning", "overview", "review");
    return { ...own, "review-file": { difference }, verifications: { filters, table } };
  },
  needToKnow: (all: All) => pick(all, "access", "need-to-know"),
  overview: (all: All) => pick(all, "overview"),
  // The part of the overview that a role sees first.
  overviewOfCallers: (all: All) => ({ "overview-parts": pick(all["overview-parts"], "callers") }),
  overviewOfConnection: (all: All) => ({ "overview-parts": pick(all["overview-parts"], "connection") }),
  overviewOfRecords: (all: All) => ({ "overview-parts": pick(all["overview-parts"], "records") }),
  people: facts(),
  person: facts("curp-file", "custody", "pdf", "people"),
  // A printed time is in the words of decisions, a kind of change in those of the export.
  report: (all: All) => {
    const { central, timed } = all.decision;
    const { itemError, itemType } = all.verification;
    const { resolution, state } = all.review;
    return {
      ...pick(all, "access", "report"),
      decision: { central, timed },
      "insights-export": { change: all["insights-export"].change },
      review: { resolution, state },
      verification: { itemError, itemType },
    };
  },
  review: facts("custody", "review-file", "review-queue"),
  sandbox: facts("sandbox"),
  tokens: (all: All) => pick(all, "access", "secrets", "tokens"),
  settings: (all: All) => pick(all, "settings"),
  alerts: facts("alerts"),
  custodySettings: facts("custody", "custody-settings"),
  fileSettings: facts("file-titles", "originals"),
  passwords: facts("passwords", "scim", "secrets"),
  policies: (all: All) => pick(all, "policies"),
  reviewPolicy: facts("review-policy"),
  system: (all: All) => pick(all, "system"),
  users: facts("users", "secrets"),
  webhooks: (all: All) => {
    const { reasons } = all.deliveries.refusals;
    return { ...facts("webhooks", "secrets")(all), deliveries: { refusals: { reasons } } };
  },
};

type Props = {
  of: keyof typeof ROUTES;
  /**
   * Answers for the queries of the route. After a failed prefetch it has none: the browser requests again, through the handler
   * that logs and words the error.
   */
  client?: QueryClient;
  children: ReactNode;
};

export async function RouteMessages({ of, client, children }: Props) {
  return (
    <PageMessagesProvider messages={ROUTES[of]((await getMessages()) as All)}>
      {client ? <HydrationBoundary state={dehydrate(client)}>{children}</HydrationBoundary> : children}
    </PageMessagesProvider>
  );
}
