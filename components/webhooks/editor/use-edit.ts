"use client";

import { useState } from "react";
import { type ListedWebhook, type Rebased, rebase, type WebhookFields } from "#lib/contract/webhooks/webhooks.ts";
import { type Draft, draftOf, fieldsOf } from "./draft.ts";

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
