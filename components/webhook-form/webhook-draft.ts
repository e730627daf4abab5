"use client";

import { useState } from "react";
import { CATALOGUE_NAMES, hasAllEvents, unknownNames } from "#lib/contract/events/event-catalogue.ts";
import { type ListedWebhook, type Rebased, rebase, type WebhookFields } from "#lib/contract/webhooks/webhooks.ts";

/** The form's content. `all` stands for today's events: the service has no wildcard. */
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

/** The fields to send. Names that the catalogue does not know are kept until a user removes them. */
export const fieldsOf = ({ url, description, mode, picked }: Draft): WebhookFields => ({
  url: url.trim(),
  description: description.trim(),
  events: mode === "all" ? [...CATALOGUE_NAMES, ...unknownNames(picked)] : picked,
});

/** What another user saved during the edit, compared with what was there before. */
export type MeanwhileChange = Pick<Rebased, "theirs" | "conflicts"> & { before: WebhookFields };

type Opened = { version: string; fields: WebhookFields };

const openedOf = ({ version, url, events, description }: ListedWebhook): Opened => ({
  version,
  fields: { url: url ?? "", events, description: description ?? "" },
});

/**
 * An edit of a webhook that is refetched regularly. Once another user has changed it, the draft is rebased on the new
 * version and the difference is reported; until then saving is refused.
 */
export function useEdit(webhook: ListedWebhook) {
  const [opened, setOpened] = useState(() => openedOf(webhook));
  const [draft, setDraft] = useState<Draft>(() => draftOf(opened.fields));
  const [known, setKnown] = useState(webhook.version);
  const [meanwhile, setMeanwhile] = useState<MeanwhileChange | null>(null);

  if (webhook.version !== known) {
    setKnown(webhook.version);
    if (webhook.version !== opened.version) {
      const now = openedOf(webhook);
      const { fields, theirs, conflicts } = rebase(opened.fields, fieldsOf(draft), now.fields);
      setMeanwhile({ before: opened.fields, theirs, conflicts });
      setOpened(now);
      setDraft(draftOf(fields));
    }
  }
  return {
    opened,
    draft,
    change: (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part })),
    meanwhile,
    seen: () => setMeanwhile(null),
    /** Starts again from this version. */
    begin: (from: ListedWebhook) => {
      const fresh = openedOf(from);
      setOpened(fresh);
      setDraft(draftOf(fresh.fields));
      setMeanwhile(null);
    },
  };
}
