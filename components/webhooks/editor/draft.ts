import { CATALOGUE_NAMES, hasAllEvents, unknownNames } from "#lib/contract/events/event-catalogue.ts";
import type { WebhookFields } from "#lib/contract/webhooks/webhooks.ts";

/** What stands in the form. 'All of today' and a list picked by hand are told apart: there is no wildcard. */
export type Draft = {
  url: string;
  description: string;
  mode: "all" | "some";
  /** What is picked by hand, kept while all are wanted. */
  picked: readonly string[];
};

export const EMPTY_DRAFT: Draft = { url: "", description: "", mode: "all", picked: [] };

export const draftOf = ({ url, events, description }: WebhookFields): Draft => ({
  url,
  description,
  mode: hasAllEvents(events) ? "all" : "some",
  picked: events,
});

/** What the form asks for. Names that the catalogue does not know are taken off by hand only. */
export const fieldsOf = ({ url, description, mode, picked }: Draft): WebhookFields => ({
  url: url.trim(),
  description: description.trim(),
  events: mode === "all" ? [...CATALOGUE_NAMES, ...unknownNames(picked)] : picked,
});
