"use client";

import { useQueryClient } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { useSecretChange } from "#components/secrets/use-secret-change.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { useRevealHost } from "#components/webhooks/reveal/reveal-host.tsx";
import { Trouble } from "#components/webhooks/trouble.tsx";
import { ApiError } from "#lib/browser/api.ts";
import { saveWebhook, webhookKeys } from "#lib/browser/webhooks.ts";
import { changeOf, isEmptyChange, type ListedWebhook, webhookName } from "#lib/contract/webhooks/webhooks.ts";
import { ChangeList } from "./change-list.tsx";
import { fieldsOf } from "./draft.ts";
import { Meanwhile } from "./meanwhile.tsx";
import { useEdit } from "./use-edit.ts";
import { draftProblem, WebhookForm } from "./webhook-form.tsx";

type Props = { webhook: ListedWebhook; local: boolean; email: string };

/** Changes a webhook: what is sent is only what differs, shown before; what somebody else changed meanwhile is not overwritten. */
export function WebhookEditor({ webhook, local, email }: Props) {
  const t = useTranslations("webhooks.edit");
  const client = useQueryClient();
  const path = usePathname();
  const { say } = useRevealHost();
  const { opened, draft, change: changeDraft, meanwhile, seen, begin } = useEdit(webhook);
  const [tried, setTried] = useState(false);
  const [reviewing, setReviewing] = useState(false);
  const change = changeOf(opened.fields, fieldsOf(draft));
  const nothing = isEmptyChange(change);
  const detail = webhookKeys.detail(webhook.id);
  const { run, input, isPending, error, stepUp } = useSecretChange(saveWebhook, {
    email,
    onSuccess: (saved) => {
      setReviewing(false);
      begin(saved);
      client.setQueryData(detail, saved);
      say(t("saved", { name: webhookName(saved) }), path);
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: webhookKeys.list() });
    },
  });
  // What was refused belongs to the webhook as it was then: on top of what it is now it can be saved.
  const failure = input?.version === opened.version ? error : null;
  const refused = failure instanceof ApiError && failure.status === 412;
  const review = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!nothing && draftProblem(draft) === null) setReviewing(true);
  };
  const save = async () => {
    if (isPending) return;
    // What was asked before would tell the webhook as it was.
    await client.cancelQueries({ queryKey: detail });
    run({ id: webhook.id, change, version: opened.version });
  };
  return (
    <form method="post" noValidate onSubmit={review} className="space-y-5">
      {meanwhile && <Meanwhile meanwhile={meanwhile} onSeen={seen} />}
      <WebhookForm draft={draft} onChange={changeDraft} local={local} tried={tried} />
      <div className="sticky bottom-0 -mx-4 -mb-4 flex flex-wrap items-center gap-2 rounded-b-lg border-border border-t bg-card px-4 py-3">
        <Button type="submit" aria-disabled={nothing} aria-haspopup="dialog">
          {t("review")}
        </Button>
        <Button variant="ghost" disabled={nothing} onClick={() => begin(webhook)}>
          {t("discard")}
        </Button>
        <p role="status" className="text-muted-foreground text-xs">
          {nothing ? t("nothing") : t("changed", { count: Object.keys(change).length })}
        </p>
      </div>
      {reviewing && (
        <Dialog
          title={t("dialog.title")}
          about={t("dialog.about")}
          busy={isPending}
          onClosed={() => setReviewing(false)}
        >
          <div className="max-h-[50vh] overflow-y-auto">
            <ChangeList before={opened.fields} change={change} />
          </div>
          {meanwhile && <p className="text-medium text-sm">{t("dialog.meanwhile")}</p>}
          <Trouble error={failure} action="save">
            {refused && (
              <Button
                variant="outline"
                size="sm"
                onClick={() => {
                  setReviewing(false);
                  void client.invalidateQueries({ queryKey: detail });
                }}
              >
                {t("dialog.look")}
              </Button>
            )}
          </Trouble>
          <div className="flex flex-wrap justify-end gap-2">
            <Button variant="ghost" disabled={isPending} onClick={() => setReviewing(false)}>
              {t("dialog.back")}
            </Button>
            {!refused && (
              <Button aria-disabled={isPending || nothing} onClick={() => !nothing && void save()}>
                {isPending ? t("dialog.saving") : t("dialog.save")}
              </Button>
            )}
          </div>
        </Dialog>
      )}
      {stepUp}
    </form>
  );
}
