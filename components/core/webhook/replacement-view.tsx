"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRevealHost } from "#components/core/secrets/reveal-host.tsx";
import { useSecretChange } from "#components/core/secrets/secret-change.tsx";
import { BackLink } from "#components/kit/back-link.tsx";
import { Retry } from "#components/kit/buttons.tsx";
import { useCrumb, usePageCrumb } from "#components/kit/crumbs.ts";
import { PageHeader } from "#components/kit/page-header.tsx";
import { ActionFailure } from "#components/kit/words.tsx";
import { receiverKeys } from "#lib/core/browser/status.ts";
import { replacementOptions, webhookKeys, webhookOptions } from "#lib/core/browser/webhooks.ts";
import { isUnderWay } from "#lib/core/contract/provisioning/flow.ts";
import { type Replacement, type ReplacementMove, webhookName } from "#lib/core/contract/webhooks/webhooks.ts";
import { api } from "#lib/platform/browser/api.ts";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { ReplacementSteps, StepAction } from "./replacement-steps.tsx";

/** Replaces a lost secret: create a replacement webhook, store its secret, switch, and only then delete the old webhook. */
export function ReplacementView({ id }: { id: string }) {
  const t = useTranslations("webhooks.replace");
  const client = useQueryClient();
  const { reveal } = useRevealHost();
  const query = useQuery(replacementOptions(id));
  const { data: replacement, error } = query;
  const [again, setAgain] = useState(false);
  // After a completed replacement the old webhook no longer exists.
  const wanted = replacement !== undefined && (again || replacement?.state !== "done");
  const { data: webhook, error: unknown } = useQuery({ ...webhookOptions(id), enabled: wanted });
  // A completed or cancelled replacement is shown, but cannot be continued.
  const running = replacement && isUnderWay(replacement) ? replacement : null;
  const oldId = running?.old_id ?? id;
  const ended = replacement && !running && !again ? replacement : null;
  const shown = running ?? ended;
  const updated = (now: Replacement) => {
    client.setQueryData(webhookKeys.replacement(id), now);
    setAgain(false);
  };
  const changes = [webhookKeys.all, receiverKeys.all];
  const create = useSecretChange(
    ({ id, ...body }: { id: string; instead_of: string | undefined }) =>
      api("POST /api/webhooks/{webhook_id}/replacement", { params: { webhook_id: id }, body }),
    {
      to: () => t("confirmTo.create"),
      onSuccess: ({ replacement: now, created }) => {
        updated(now);
        if (created) reveal(created);
      },
      changes,
    },
  );
  const step = useSecretChange(
    ({ id, ...body }: { id: string; move: ReplacementMove }) =>
      api("POST /api/webhooks/{webhook_id}/replacement/moves", { params: { webhook_id: id }, body }),
    { to: ({ move }) => t(`confirmTo.${move}`), onSuccess: updated, changes },
  );
  const own = (shown ?? webhook)?.own ?? false;
  const pending = create.isPending || step.isPending;
  const loaded = replacement !== undefined && (shown !== null || webhook !== undefined);
  const about = webhook ?? (shown && { ...shown, id });
  const name = about ? webhookName(about) : null;
  useCrumb(`/webhooks/${encodeURIComponent(id)}`, ended || !webhook ? null : webhookName(webhook));
  usePageCrumb(t("title"));
  return (
    <div className="max-w-3xl space-y-5">
      {name !== null && <title>{`${t("title")} · ${name} · Cotejo`}</title>}
      <PageHeader
        title={t("title")}
        lede={t(own ? "ledeOwn" : "lede")}
        back={
          <BackLink href={ended || !webhook ? "/webhooks" : `/webhooks/${encodeURIComponent(id)}`}>
            {ended || !webhook ? t("back") : webhookName(webhook)}
          </BackLink>
        }
        facts={
          <p translate="no" className="wrap-anywhere font-mono text-xs">
            {about?.url}
          </p>
        }
      />
      {!loaded && (error || unknown) && (
        <ActionFailure words="webhooks.trouble" error={error ?? unknown} action="read">
          <Retry query={query} />
        </ActionFailure>
      )}
      {!loaded && !error && !unknown && <Skeleton className="h-80 w-full" />}
      {loaded && (
        <>
          <ReplacementSteps replacement={shown} own={own}>
            <ActionFailure words="webhooks.trouble" error={create.error ?? step.error} action="replace" />
            <StepAction
              replacement={shown}
              own={own}
              pending={pending}
              // If the secret of the new webhook was lost too, another webhook replaces the new webhook.
              onCreate={() => create.run({ id: oldId, instead_of: running?.new_id ?? undefined })}
              onMove={(move) => step.run({ id: oldId, move })}
              onAgain={() => setAgain(true)}
            />
          </ReplacementSteps>
          {running && (
            <p className="rounded-md bg-muted px-3 py-2 text-sm">
              {t(running.state === "begun" ? "closingBegun" : "closing")}
            </p>
          )}
          {running && (!own || running.state !== "switched") && (
            <GiveUp pending={pending} onGiveUp={() => step.run({ id: oldId, move: "give_up" })} />
          )}
        </>
      )}
      {create.stepUp}
      {step.stepUp}
    </div>
  );
}

/** Cancels the replacement after a confirmation, since a new secret that was already stored becomes useless. */
function GiveUp({ pending, onGiveUp }: { pending: boolean; onGiveUp: () => void }) {
  const t = useTranslations("webhooks.replace.giveUp");
  const [confirming, setConfirming] = useState(false);
  if (!confirming) {
    return (
      <Button variant="ghost" size="sm" onClick={() => setConfirming(true)}>
        {t("ask")}
      </Button>
    );
  }
  return (
    <Card className="gap-3 text-sm">
      <p>{t("about")}</p>
      <div className="flex flex-wrap gap-2">
        <Button variant="destructive" size="sm" aria-disabled={pending} onClick={onGiveUp}>
          {t("submit")}
        </Button>
        <Button variant="ghost" size="sm" onClick={() => setConfirming(false)}>
          {t("cancel")}
        </Button>
      </div>
    </Card>
  );
}
