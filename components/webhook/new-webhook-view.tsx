"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type FormEvent, useRef, useState } from "react";
import { ActionFailure } from "#components/page/words.tsx";
import { useSecretChange } from "#components/secrets/secret-change.tsx";
import { type Draft, EMPTY_DRAFT, fieldsOf } from "#components/webhook-form/webhook-draft.ts";
import { draftProblem, WebhookForm } from "#components/webhook-form/webhook-form.tsx";
import { createWebhook, webhookKeys, webhooksOptions } from "#lib/browser/webhooks.ts";
import { Button } from "@/components/ui/button";
import { BackLink } from "./back-link.tsx";
import { useRevealHost } from "./reveal-host.tsx";

/** Creates a webhook; its secret is revealed in the dialog that follows. */
export function NewWebhookView({ email }: { email: string }) {
  const t = useTranslations("webhooks.new");
  const client = useQueryClient();
  const router = useRouter();
  const { reveal } = useRevealHost();
  const form = useRef<HTMLFormElement>(null);
  const { data: listed } = useQuery(webhooksOptions());
  const [draft, setDraft] = useState<Draft>(EMPTY_DRAFT);
  const [tried, setTried] = useState(false);
  const { run, isPending, error, stepUp } = useSecretChange(createWebhook, {
    email,
    onSuccess: (created) => reveal(created, `/webhooks/${encodeURIComponent(created.id)}`),
    onSettled: () => void client.invalidateQueries({ queryKey: webhookKeys.all }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (draftProblem(draft) !== null) {
      setTried(true);
      form.current?.querySelector("input")?.focus();
    } else if (!isPending) run(fieldsOf(draft));
  };
  const withSameAddress = listed?.items.filter(({ url }) => url === draft.url.trim()) ?? [];
  return (
    <div className="max-w-4xl space-y-5">
      <header className="space-y-1">
        <BackLink />
        <h1 className="font-semibold text-xl tracking-tight">{t("title")}</h1>
        <p className="max-w-3xl text-muted-foreground text-sm">{t("lede")}</p>
      </header>
      <form ref={form} method="post" noValidate onSubmit={submit} className="space-y-5">
        <WebhookForm
          draft={draft}
          onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
          local={listed?.local ?? false}
          tried={tried}
        />
        <div role="status" className="empty:hidden">
          {withSameAddress.length > 0 && (
            <p className="text-medium text-sm">{t("sameAddress", { count: withSameAddress.length })}</p>
          )}
        </div>
        <ActionFailure words="webhooks.trouble" error={error} action="create" />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" aria-disabled={isPending}>
            {isPending ? t("creating") : t("submit")}
          </Button>
          <Button variant="ghost" disabled={isPending} onClick={() => router.push("/webhooks")}>
            {t("cancel")}
          </Button>
        </div>
      </form>
      {stepUp}
    </div>
  );
}
