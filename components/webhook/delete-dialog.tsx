"use client";

import { useTranslations } from "next-intl";
import { useEventWords } from "#components/deliveries/event-words.ts";
import { TypedField } from "#components/page/typed-field.tsx";
import { ChangeDialog } from "#components/secrets/secret-change.tsx";
import { deleteWebhook, webhookKeys } from "#lib/browser/webhooks.ts";
import { type ListedWebhook, webhookName } from "#lib/contract/webhooks/webhooks.ts";
import { ScrollArea } from "@/components/ui/scroll-area";

type Props = {
  /** The webhook at the opening: if it has changed since, it is not deleted. */
  webhook: ListedWebhook;
  onDeleted: () => void;
  onClosed: () => void;
};

/** Deletes a webhook once its address has been typed, and names the events that stop with it. */
export function DeleteDialog({ webhook, onDeleted, onClosed }: Props) {
  const t = useTranslations("webhooks.delete");
  return (
    <ChangeDialog
      of="webhooks.delete"
      values={{ name: webhookName(webhook) }}
      about={<Stops events={webhook.events} enabled={webhook.enabled} />}
      destructive
      act={() => deleteWebhook(webhook)}
      onDone={onDeleted}
      changes={[webhookKeys.all]}
      onClosed={onClosed}
      failure={{ words: "webhooks.trouble", action: "delete" }}
    >
      <TypedField label={t("type")} text={webhook.url ?? webhook.id} ask={t("toConfirm")} differs={t("differs")} />
    </ChangeDialog>
  );
}

/** The events that will no longer be delivered. */
function Stops({ events, enabled }: { events: readonly string[]; enabled: boolean | null }) {
  const t = useTranslations("webhooks.delete");
  const words = useEventWords();
  if (events.length === 0 || enabled === false) return t("stopsNothing");
  return (
    <div className="space-y-1.5">
      <p>{t("stops", { count: events.length })}</p>
      <ScrollArea label={t("stops", { count: events.length })} className="max-h-32 rounded-md">
        <ul className="list-disc pl-5 text-xs">
          {events.map((name) => (
            <li key={name}>{words(name) ?? name}</li>
          ))}
        </ul>
      </ScrollArea>
      <p>{t("forGood")}</p>
    </div>
  );
}
