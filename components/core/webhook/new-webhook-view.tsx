"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRevealHost } from "#components/core/secrets/reveal-host.tsx";
import { useSecretChange } from "#components/core/secrets/secret-change.tsx";
import { BackLink } from "#components/kit/back-link.tsx";
import { Cancel } from "#components/kit/buttons.tsx";
import { PageHeader } from "#components/kit/page-header.tsx";
import { ActionFailure } from "#components/kit/words.tsx";
import { webhookKeys, webhooksOptions } from "#lib/core/browser/webhooks.ts";
import type { WebhookFields } from "#lib/core/contract/webhooks/webhooks.ts";
import { api } from "#lib/platform/browser/api.ts";
import { Button } from "@/components/ui/button";
import { EMPTY_DRAFT, fieldsOf, useDraft, useDraftForm } from "./webhook-draft.ts";
import { WebhookForm } from "./webhook-form.tsx";

/** Creates a webhook. The next dialog reveals its secret. */
export function NewWebhookView() {
  const t = useTranslations("webhooks.new");
  const back = useTranslations("webhooks");
  const router = useRouter();
  const { reveal } = useRevealHost();
  const { data: listed } = useQuery(webhooksOptions());
  const form = useDraftForm(EMPTY_DRAFT);
  const { url } = useDraft(form);
  const [createdId, setCreatedId] = useState<string | null>(null);
  const create = (body: WebhookFields) => api("POST /api/webhooks", { body });
  const { run, isPending, error, stepUp } = useSecretChange(create, {
    to: () => t("confirmTo"),
    onSuccess: (created) => {
      setCreatedId(created.id);
      reveal(created, `/webhooks/${encodeURIComponent(created.id)}`);
    },
    changes: [webhookKeys.all],
  });
  // The list that is refetched after the creation contains the new webhook too.
  const withSameAddress = listed?.items.filter(({ id, url: other }) => other === url.trim() && id !== createdId) ?? [];
  return (
    <div className="max-w-4xl space-y-5">
      <PageHeader title={t("title")} lede={t("lede")} back={<BackLink href="/webhooks">{back("back")}</BackLink>} />
      <WebhookForm form={form} local={listed?.local ?? false} onValid={(draft) => !isPending && run(fieldsOf(draft))}>
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
          <Cancel disabled={isPending} onClick={() => router.push("/webhooks")} />
        </div>
      </WebhookForm>
      {stepUp}
    </div>
  );
}
