"use client";

import { useState } from "react";
import { CATALOGUE_NAMES, hasAllEvents, unknownNames } from "#lib/contract/events/event-catalogue.ts";
import { type Rebased, rebase, type WebhookFields } from "#lib/contract/webhooks/webhook-change.ts";
import type { ListedWebhook } from "#lib/contract/webhooks/webhook-list.ts";

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

/** What somebody else saved while one was editing, against what stood there before. */
export type MeanwhileChange = Pick<Rebased, "theirs" | "conflicts"> & { before: WebhookFields };

type Opened = { version: string; fields: WebhookFields };

const openedOf = ({ version, url, events, description }: ListedWebhook): Opened => ({
  version,
  fields: { url: url ?? "", events, description: description ?? "" },
});

/**
 * An edit of a webhook that is asked again by the clock. Once it has become another one, one's own changes are put on top
 * of it and the difference is told; until it is, saving is refused.
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
    /** From what was saved, or from the start. */
    begin: (from: ListedWebhook) => {
      const fresh = openedOf(from);
      setOpened(fresh);
      setDraft(draftOf(fresh.fields));
      setMeanwhile(null);
    },
  };
}
