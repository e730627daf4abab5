import { useQueryClient } from "@tanstack/react-query";
import { Minus, Plus, Users } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useEventWords } from "#components/core/deliveries/event-words.ts";
import { useRevealHost } from "#components/core/secrets/reveal-host.tsx";
import { ChangeDialog } from "#components/core/secrets/secret-change.tsx";
import { Fact } from "#components/kit/fact.tsx";
import { webhookKeys } from "#lib/core/browser/webhooks.ts";
import {
  changeOf,
  diffEvents,
  isEmptyChange,
  type ListedWebhook,
  type WebhookChange,
  type WebhookFields,
  webhookName,
} from "#lib/core/contract/webhooks/webhooks.ts";
import { ApiError, api } from "#lib/platform/browser/api.ts";
import { Alert, AlertDescription, AlertTitle } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { fieldsOf, type MeanwhileChange, useEdit } from "./webhook-draft.ts";
import { WebhookForm } from "./webhook-form.tsx";

type Props = { webhook: ListedWebhook; local: boolean };

/** Changes a webhook. Only the difference is sent, after a review, and never over the change of another user. */
export function WebhookEditor({ webhook, local }: Props) {
  const t = useTranslations("webhooks.edit");
  const client = useQueryClient();
  const { say } = useRevealHost();
  const { opened, form, draft, meanwhile, seen, begin } = useEdit(webhook);
  const [reviewing, setReviewing] = useState(false);
  const change = changeOf(opened.fields, fieldsOf(draft));
  const nothing = isEmptyChange(change);
  const detail = webhookKeys.detail(webhook.id);
  const save = async () => {
    // An answer to an earlier request would show the webhook as it was before the change.
    await client.cancelQueries({ queryKey: detail });
    return api("PUT /api/webhooks/{webhook_id}", {
      params: { webhook_id: webhook.id },
      body: change,
      ifMatch: opened.version,
    });
  };
  const showNewest = () => {
    setReviewing(false);
    void client.invalidateQueries({ queryKey: detail });
  };
  return (
    <div className="space-y-5">
      {meanwhile && <Meanwhile meanwhile={meanwhile} onSeen={seen} />}
      <WebhookForm form={form} local={local} onValid={() => !nothing && setReviewing(true)}>
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
      </WebhookForm>
      {reviewing && (
        <ChangeDialog
          // A refusal is about one version: after it, the draft can be saved on top of the new version.
          key={opened.version}
          of="webhooks.edit.dialog"
          cancel={t("dialog.back")}
          blocked={nothing}
          act={save}
          onDone={(saved) => {
            begin(saved);
            client.setQueryData(detail, saved);
            say(t("saved", { name: webhookName(saved) }));
          }}
          changes={[webhookKeys.list()]}
          onClosed={() => setReviewing(false)}
          failure={{ words: "webhooks.trouble", action: "save" }}
          explain={(error) =>
            error instanceof ApiError &&
            error.status === 412 && (
              <Button variant="outline" size="sm" onClick={showNewest}>
                {t("dialog.look")}
              </Button>
            )
          }
        >
          <div className="max-h-[50vh] overflow-y-auto">
            <ChangeList before={opened.fields} change={change} />
          </div>
          {meanwhile && <p className="text-medium text-sm">{t("dialog.meanwhile")}</p>}
        </ChangeDialog>
      )}
    </div>
  );
}

function Meanwhile({ meanwhile, onSeen }: { meanwhile: MeanwhileChange; onSeen: () => void }) {
  const t = useTranslations("webhooks.edit.meanwhile");
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Newer browsers return a promise, which React would take for a clean-up function.
    place.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <Alert ref={place} role="alert" variant="warning" className="scroll-mt-2 flex-col items-stretch gap-3">
      <div className="flex items-start gap-2">
        <Users aria-hidden className="mt-0.5 size-4 shrink-0 text-medium" />
        <div className="min-w-0">
          <AlertTitle>{t("title")}</AlertTitle>
          <AlertDescription className="text-muted-foreground">{t("body")}</AlertDescription>
        </div>
      </div>
      <ChangeList before={meanwhile.before} change={meanwhile.theirs} />
      {meanwhile.conflicts.length > 0 && (
        <p className="font-medium">
          {t("both", { fields: meanwhile.conflicts.map((field) => t(`field.${field}`)).join(", ") })}
        </p>
      )}
      <Button variant="outline" size="sm" className="self-start" onClick={onSeen}>
        {t("seen")}
      </Button>
    </Alert>
  );
}

type ChangeListProps = { before: WebhookFields; change: WebhookChange };

const ROW_CLASS = "space-y-1 px-3 py-2.5";

function ChangeList({ before, change }: ChangeListProps) {
  const t = useTranslations("webhooks.change");
  const words = useEventWords();
  const events = change.events && diffEvents(before.events, change.events);
  return (
    <Card className="rounded-md p-0">
      <dl className="divide-y divide-border text-sm">
        {(["url", "description"] as const).map(
          (field) =>
            change[field] !== undefined && (
              <Fact key={field} className={ROW_CLASS} name={t(field)}>
                <Line said="was" text={before[field]} />
                <Line said="now" text={change[field]} />
              </Fact>
            ),
        )}
        {events && (
          <Fact className={ROW_CLASS} name={t("events")}>
            <ul className="space-y-1">
              {(["added", "removed"] as const).flatMap((said) =>
                events[said].map((name) => (
                  <li key={name}>
                    <Line said={said} text={words(name) ?? name} code={name} />
                  </li>
                )),
              )}
            </ul>
            <p className="mt-1.5 text-muted-foreground text-xs">{t("kept", { count: events.kept.length })}</p>
          </Fact>
        )}
      </dl>
    </Card>
  );
}

type LineProps = { said: "was" | "now" | "added" | "removed"; text: string; code?: string };

function Line({ said, text, code }: LineProps) {
  const t = useTranslations("webhooks.change");
  const isGone = said === "was" || said === "removed";
  const [Icon, tone] = isGone ? [Minus, "text-failed"] : [Plus, "text-done"];
  const shown = isGone ? <s className="decoration-muted-foreground">{text}</s> : text;
  return (
    <p className="flex items-start gap-2">
      <Icon aria-hidden className={`h-lh w-3.5 shrink-0 ${tone}`} />
      <span className="wrap-anywhere min-w-0">
        <span className="sr-only">{`${t(said)}: `}</span>
        {text === "" ? <em className="text-muted-foreground">{t("empty")}</em> : <span>{shown}</span>}
        <span> </span>
        {code && (
          <code translate="no" className="font-mono text-muted-foreground text-xs">
            {code}
          </code>
        )}
      </span>
    </p>
  );
}
