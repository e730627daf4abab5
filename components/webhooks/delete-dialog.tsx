"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { useEventWords } from "#components/deliveries/event-words.ts";
import { Dialog } from "#components/keys/dialog.tsx";
import { useSecretChange } from "#components/secrets/use-secret-change.tsx";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { deleteWebhook, webhookKeys } from "#lib/browser/webhooks.ts";
import { type ListedWebhook, webhookName } from "#lib/contract/webhook-list.ts";
import { Trouble } from "./trouble.tsx";

type Props = {
  /** As it was when the dialog opened: if it has become another one since, it is not deleted. */
  webhook: ListedWebhook;
  email: string;
  onDeleted: () => void;
  onClosed: () => void;
};

/** Deletes a webhook once its address has been typed, and says what stops with it. */
export function DeleteDialog({ webhook, email, onDeleted, onClosed }: Props) {
  const t = useTranslations("webhooks.delete");
  const client = useQueryClient();
  const { run, isPending, error, stepUp } = useSecretChange(deleteWebhook, {
    email,
    onSuccess: onDeleted,
    onSettled: () => void client.invalidateQueries({ queryKey: webhookKeys.all }),
  });
  return (
    <Dialog
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
        <Trouble error={error} action="delete" />
      </TypedAddress>
      {stepUp}
    </Dialog>
  );
}

/** What will not be told any more. */
function Stops({ events, enabled }: { events: readonly string[]; enabled: boolean | null }) {
  const t = useTranslations("webhooks.delete");
  const words = useEventWords();
  if (events.length === 0 || enabled === false) return t("stopsNothing");
  return (
    <div className="space-y-1.5">
      <p>{t("stops", { count: events.length })}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls has to be reachable by keyboard. */}
      <ul tabIndex={0} className="max-h-32 list-disc overflow-y-auto pl-5 text-xs">
        {events.map((name) => (
          <li key={name}>{words(name) ?? name}</li>
        ))}
      </ul>
      <p>{t("forGood")}</p>
    </div>
  );
}

type TypedProps = {
  address: string;
  pending: boolean;
  submit: string;
  onConfirmed: () => void;
  onCancelled: () => void;
  children?: React.ReactNode;
};

/** Goes on only with the address typed as it stands there. */
export function TypedAddress({ address, pending, submit, onConfirmed, onCancelled, children }: TypedProps) {
  const t = useTranslations("webhooks.delete");
  const [typed, setTyped] = useState("");
  const [refused, setRefused] = useState(false);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== address) setRefused(true);
    else if (!pending) onConfirmed();
  };
  return (
    <form method="post" onSubmit={send} className="space-y-4">
      <div className="space-y-1.5">
        <p className="text-sm">{t("toConfirm")}</p>
        <code className="wrap-anywhere block rounded-md bg-muted px-2.5 py-1.5 font-mono text-xs">{address}</code>
      </div>
      <Field
        label={t("type")}
        error={refused ? t("differs") : undefined}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setRefused(false);
        }}
        autoComplete="off"
        spellCheck={false}
        className="font-mono text-xs"
      />
      {children}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onClick={onCancelled} disabled={pending}>
          {t("cancel")}
        </Button>
        <Button type="submit" variant="destructive" aria-disabled={pending}>
          {pending ? t("deleting") : submit}
        </Button>
      </div>
    </form>
  );
}
