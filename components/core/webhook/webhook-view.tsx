"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useEventWords } from "#components/core/deliveries/event-words.ts";
import { useRevealHost } from "#components/core/secrets/reveal-host.tsx";
import { ChangeDialog } from "#components/core/secrets/secret-change.tsx";
import { BackLink } from "#components/kit/back-link.tsx";
import { Retry } from "#components/kit/buttons.tsx";
import { Code } from "#components/kit/code.tsx";
import { CopyId } from "#components/kit/copy.tsx";
import { usePageCrumb } from "#components/kit/crumbs.ts";
import { Fact } from "#components/kit/fact.tsx";
import { Loaded } from "#components/kit/loaded.tsx";
import { PageHeader } from "#components/kit/page-header.tsx";
import { Section } from "#components/kit/section.tsx";
import { ExactInstant } from "#components/kit/time.tsx";
import { TypedField } from "#components/kit/typed-field.tsx";
import { ActionFailure, useOpenWords } from "#components/kit/words.tsx";
import { webhookKeys, webhookOptions, webhooksOptions } from "#lib/core/browser/webhooks.ts";
import { type ListedWebhook, webhookName } from "#lib/core/contract/webhooks/webhooks.ts";
import { api } from "#lib/platform/browser/api.ts";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ScrollArea } from "@/components/ui/scroll-area";
import { SecretSection } from "./secret-section.tsx";
import { WebhookEditor } from "./webhook-editor.tsx";
import { Marks, Problems, useEventsSummary } from "./webhook-summary.tsx";

export function WebhookView({ id }: { id: string }) {
  const t = useTranslations("webhooks");
  const webhook = useQuery(webhookOptions(id));
  const { data: listed } = useQuery(webhooksOptions());
  const { data, error } = webhook;
  usePageCrumb(data ? webhookName(data) : null);
  return (
    <div className="max-w-6xl space-y-5">
      {data && <title>{`${webhookName(data)} · Cotejo`}</title>}
      <PageHeader
        title={data ? webhookName(data) : t("one")}
        back={<BackLink href="/webhooks">{t("back")}</BackLink>}
        facts={
          data && (
            <div className="flex flex-wrap items-center gap-2">
              <Marks webhook={data} />
            </div>
          )
        }
      />
      <ActionFailure words="webhooks.trouble" error={error} action={data ? "list" : "read"}>
        <Retry query={webhook} />
      </ActionFailure>
      <Loaded query={webhook} label={t("loadingOne")} height="h-96" failed={() => null}>
        {(known) => <Configuration webhook={known} local={listed?.local ?? false} />}
      </Loaded>
    </div>
  );
}

function Configuration({ webhook, local }: { webhook: ListedWebhook; local: boolean }) {
  const t = useTranslations("webhooks");
  const client = useQueryClient();
  const router = useRouter();
  const { say } = useRevealHost();
  // The webhook when the dialog was opened. If it has changed since, it is not deleted.
  const [deleting, setDeleting] = useState<ListedWebhook | null>(null);
  const kept = webhook.replacement ? "replacing" : webhook.own ? "own" : null;
  const deleted = () => {
    say(t("deleted", { name: webhookName(webhook) }), "/webhooks");
    client.removeQueries({ queryKey: webhookKeys.detail(webhook.id) });
    router.push("/webhooks");
  };
  return (
    <>
      {webhook.problems.length > 0 && (
        <section aria-label={t("problems")}>
          <Alert variant="warning" className="p-4">
            <Problems problems={webhook.problems} unknownEvents={webhook.unknown_events} />
          </Alert>
        </section>
      )}
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <Section id="configuration" title={t("configuration")}>
          {kept === null ? <WebhookEditor webhook={webhook} local={local} /> : <Locked webhook={webhook} kept={kept} />}
        </Section>
        <div className="min-w-0 space-y-4">
          <SecretSection webhook={webhook} />
          <Facts webhook={webhook} />
          {kept === null && (
            <Section id="end" title={t("end.title")}>
              <div className="space-y-3 text-sm">
                <p className="text-muted-foreground">{t("end.about")}</p>
                <Button variant="destructive" aria-haspopup="dialog" onClick={() => setDeleting(webhook)}>
                  <Trash2 aria-hidden />
                  {t("end.delete")}
                </Button>
              </div>
            </Section>
          )}
        </div>
      </div>
      {deleting && (
        <ChangeDialog
          of="webhooks.delete"
          values={{ name: webhookName(deleting) }}
          about={<Stops events={deleting.events} enabled={deleting.enabled} />}
          destructive
          act={() =>
            api("DELETE /api/webhooks/{webhook_id}", { params: { webhook_id: deleting.id }, ifMatch: deleting.version })
          }
          onDone={deleted}
          changes={[webhookKeys.all]}
          onClosed={() => setDeleting(null)}
          failure={{ words: "webhooks.trouble", action: "delete" }}
        >
          <TypedField
            label={t("delete.type")}
            text={deleting.url ?? deleting.id}
            ask={t("delete.toConfirm")}
            differs={t("delete.differs")}
          />
        </ChangeDialog>
      )}
    </>
  );
}

/** The configuration of a webhook that the dashboard manages itself: visible, but not editable here. */
function Locked({ webhook, kept }: { webhook: ListedWebhook; kept: "own" | "replacing" }) {
  const t = useTranslations("webhooks");
  const summary = useEventsSummary();
  const words = useEventWords();
  return (
    <div className="space-y-4 text-sm">
      <p className="rounded-md bg-muted px-3 py-2">{t(`kept.${kept}`)}</p>
      <dl className="space-y-3">
        <Fact name={t("form.url")}>
          <span translate="no" className="wrap-anywhere font-mono text-[0.8125rem]">
            {webhook.url ?? t("noAddress")}
          </span>
        </Fact>
        <Fact name={t("form.events.title")}>
          {summary(webhook.events)}
          <ul className="mt-1 space-y-0.5 text-xs">
            {webhook.events.map((name) => (
              <li key={name} className="wrap-anywhere">
                <span>{words(name)}</span> <Code className="inline-block">{name}</Code>
              </li>
            ))}
          </ul>
        </Fact>
      </dl>
    </div>
  );
}

const ISO_TIME = /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:?\d{2})$/;

function Facts({ webhook: { id, other_fields } }: { webhook: ListedWebhook }) {
  const t = useTranslations("webhooks.facts");
  const nameOf = useOpenWords("webhooks.facts.field");
  const others = Object.entries(other_fields);
  return (
    <Section id="facts" title={t("title")}>
      <dl className="space-y-2.5 text-xs">
        <div className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-muted-foreground">{t("id")}</dt>
          <dd>
            <CopyId id={id} label={t("copyId")} />
          </dd>
        </div>
        {others.map(([field, value]) => (
          <div key={field} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-muted-foreground">{nameOf(field) ?? <code translate="no">{field}</code>}</dt>
            <dd className="wrap-anywhere">
              {typeof value === "string" && ISO_TIME.test(value) && !Number.isNaN(Date.parse(value)) ? (
                <ExactInstant at={value} />
              ) : (
                <span translate="no" className="font-mono">
                  {typeof value === "string" ? value : JSON.stringify(value)}
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

/** The events that stop with a deleted webhook. */
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
