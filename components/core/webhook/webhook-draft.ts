import { zodResolver } from "@hookform/resolvers/zod";
import { useLayoutEffect, useRef, useState } from "react";
import { type UseFormReturn, useForm, useWatch } from "react-hook-form";
import { z } from "zod";
import { CATALOGUE_NAMES, hasAllEvents, unknownNames } from "#lib/core/contract/events/event-catalogue.ts";
import { newWebhook } from "#lib/core/contract/webhooks/webhook-input.ts";
import { type ListedWebhook, type Rebased, rebase, type WebhookFields } from "#lib/core/contract/webhooks/webhooks.ts";

const DRAFT_SCHEMA = z
  .object({
    url: newWebhook.shape.url,
    description: z.string(),
    /** `all` means all events of the catalogue: the service has no wildcard. */
    mode: z.enum(["all", "some"]),
    /** The events that the user has picked, kept while `all` is selected. */
    picked: z.array(z.string()).readonly(),
  })
  .refine(({ mode, picked }) => mode === "all" || picked.length > 0, { path: ["picked"], error: "none" });

export type Draft = z.infer<typeof DRAFT_SCHEMA>;

export type DraftForm = UseFormReturn<Draft>;

/** Errors are shown after the first submit, and then updated with each change. */
export const useDraftForm = (defaultValues: Draft): DraftForm =>
  useForm<Draft>({ defaultValues, resolver: zodResolver(DRAFT_SCHEMA) });

export function useDraft({ control }: DraftForm): Draft {
  const [url, description, mode, picked] = useWatch({ control, name: ["url", "description", "mode", "picked"] });
  return { url, description, mode, picked };
}

export const EMPTY_DRAFT: Draft = { url: "", description: "", mode: "all", picked: [] };

export const draftOf = ({ url, events, description }: WebhookFields): Draft => ({
  url,
  description,
  mode: hasAllEvents(events) ? "all" : "some",
  picked: events,
});

/** The fields to send. Events that the catalogue does not know are kept until a user removes them. */
export const fieldsOf = ({ url, description, mode, picked }: Draft): WebhookFields => ({
  url: url.trim(),
  description: description.trim(),
  events: mode === "all" ? [...CATALOGUE_NAMES, ...unknownNames(picked)] : picked,
});

/** The changes that another user saved during the edit, with the values before. */
export type MeanwhileChange = Pick<Rebased, "theirs" | "conflicts"> & { before: WebhookFields };

type OpenedVersion = { version: string; fields: WebhookFields };

const openedOf = ({ version, url, events, description }: ListedWebhook): OpenedVersion => ({
  version,
  fields: { url: url ?? "", events, description: description ?? "" },
});

/**
 * An edit of a webhook that is refetched regularly. When another user has changed the webhook, the draft is rebased on
 * the new version, and the difference is reported; until then saving is refused.
 */
export function useEdit(webhook: ListedWebhook) {
  const [opened, setOpened] = useState(() => openedOf(webhook));
  const form = useDraftForm(draftOf(opened.fields));
  const draft = useDraft(form);
  const { isSubmitted } = form.formState;
  const known = useRef(webhook.version);
  const [meanwhile, setMeanwhile] = useState<MeanwhileChange | null>(null);

  // Before the paint, so that no comparison with the old version is shown.
  useLayoutEffect(() => {
    if (webhook.version === known.current) return;
    known.current = webhook.version;
    if (webhook.version === opened.version) return;
    const now = openedOf(webhook);
    const { fields, theirs, conflicts } = rebase(opened.fields, fieldsOf(form.getValues()), now.fields);
    setMeanwhile({ before: opened.fields, theirs, conflicts });
    setOpened(now);
    form.reset(draftOf(fields), { keepErrors: true, keepIsSubmitted: true, keepSubmitCount: true });
    if (isSubmitted) void form.trigger();
  }, [webhook, opened, form, isSubmitted]);
  return {
    opened,
    form,
    draft,
    meanwhile,
    seen: () => setMeanwhile(null),
    begin: (from: ListedWebhook) => {
      const fresh = openedOf(from);
      setOpened(fresh);
      form.reset(draftOf(fresh.fields));
      setMeanwhile(null);
    },
  };
}
