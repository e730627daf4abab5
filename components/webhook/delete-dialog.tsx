"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useEventWords } from "#components/deliveries/event-words.ts";
import { ActionDialog } from "#components/page/action-dialog.tsx";
import { TypedConfirmation } from "#components/page/typed-confirmation.tsx";
import { ActionFailure } from "#components/page/words.tsx";
import { useSecretChange } from "#components/secrets/secret-change.tsx";
import { deleteWebhook, webhookKeys } from "#lib/browser/webhooks.ts";
import { type ListedWebhook, webhookName } from "#lib/contract/webhooks/webhooks.ts";
import { ScrollArea } from "@/components/ui/scroll-area";

type Props = {
  /** As it was when the dialog opened: if it has become another one since, it is not deleted. */
  webhook: ListedWebhook;
  email: string;
  onDeleted: () => void;
  onClosed: () => void;
};

/** Deletes a webhook once its address has been typed, and names the events that stop with it. */
export function DeleteDialog({ webhook, email, onDeleted, onClosed }: Props) {
  const t = useTranslations("webhooks.delete");
  const client = useQueryClient();
  const { run, isPending, error, stepUp } = useSecretChange(deleteWebhook, {
    email,
    onSuccess: onDeleted,
    onSettled: () => void client.invalidateQueries({ queryKey: webhookKeys.all }),
  });
  return (
    <ActionDialog
      title={t("title", { name: webhookName(webhook) })}
      about={<Stops events={webhook.events} enabled={webhook.enabled} />}
      busy={isPending}
      onClosed={onClosed}
    >
      <TypedAddress
        address={webhook.url ?? webhook.id}
        pending={isPending}
        submit={t("submit")}
        onConfirmed={() => run(webhook)}
        onCancelled={onClosed}
      >
        <ActionFailure words="webhooks.trouble" error={error} action="delete" />
      </TypedAddress>
      {stepUp}
    </ActionDialog>
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

type TypedAddressProps = {
  address: string;
  pending: boolean;
  submit: string;
  autoFocus?: boolean;
  onConfirmed: () => void;
  onCancelled: () => void;
  children?: ReactNode;
};

/** Continues only once the address has been typed. */
export function TypedAddress({ address, pending, submit, ...rest }: TypedAddressProps) {
  const t = useTranslations("webhooks.delete");
  return (
    <div className="space-y-4">
      <div className="space-y-1.5">
        <p className="text-sm">{t("toConfirm")}</p>
        <code className="wrap-anywhere block rounded-md bg-muted px-2.5 py-1.5 font-mono text-xs">{address}</code>
      </div>
      <TypedConfirmation
        {...rest}
        text={address}
        words={{
          field: t("type"),
          differs: t("differs"),
          cancel: t("cancel"),
          submit: pending ? t("deleting") : submit,
        }}
        busy={pending}
        mono
      />
    </div>
  );
}
