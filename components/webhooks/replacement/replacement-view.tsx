"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSecretChange } from "#components/secrets/use-secret-change.tsx";
import { Button } from "#components/ui/button.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { BackLink } from "#components/webhooks/back-link.tsx";
import { useRevealHost } from "#components/webhooks/reveal/reveal-host.tsx";
import { Trouble } from "#components/webhooks/trouble.tsx";
import { receiverKeys } from "#lib/browser/status.ts";
import {
  createReplacementWebhook,
  moveReplacement,
  replacementOptions,
  webhookKeys,
  webhookOptions,
} from "#lib/browser/webhooks.ts";
import { isReplacing, type Replacement, webhookName } from "#lib/contract/webhooks/webhooks.ts";
import { GiveUp } from "./give-up.tsx";
import { ReplacementSteps } from "./replacement-steps.tsx";
import { StepAction } from "./step-action.tsx";

/** Replaces a secret that was lost: twin, secret, switch, and only then the end of the old one. */
export function ReplacementView({ id, email }: { id: string; email: string }) {
  const t = useTranslations("webhooks.replace");
  const client = useQueryClient();
  const { tell } = useRevealHost();
  const { data: replacement, error, refetch } = useQuery(replacementOptions(id));
  const [again, setAgain] = useState(false);
  // Once it has ended, the old one is gone.
  const wanted = replacement !== undefined && (again || replacement?.state !== "done");
  const { data: webhook, error: unknown } = useQuery({ ...webhookOptions(id), enabled: wanted });
  // One that has ended is not the one that is to be begun.
  const running = replacement && isReplacing(replacement.state) ? replacement : null;
  const oldId = running?.old_id ?? id;
  const ended = replacement && !running && !again ? replacement : null;
  const told = (now: Replacement) => {
    client.setQueryData(webhookKeys.replacement(id), now);
    setAgain(false);
  };
  const settled = () => {
    void client.invalidateQueries({ queryKey: webhookKeys.all });
    void client.invalidateQueries({ queryKey: receiverKeys.all });
  };
  const twin = useSecretChange(createReplacementWebhook, {
    email,
    onSuccess: ({ replacement: now, created }) => {
      told(now);
      if (created) tell(created);
    },
    onSettled: settled,
  });
  const step = useSecretChange(moveReplacement, { email, onSuccess: told, onSettled: settled });
  const own = running?.own ?? ended?.own ?? webhook?.own ?? false;
  const pending = twin.isPending || step.isPending;
  const loaded = replacement !== undefined && (running !== null || ended !== null || webhook !== undefined);
  return (
    <div className="max-w-3xl space-y-5">
      <header className="space-y-1">
        <BackLink href={ended || !webhook ? "/webhooks" : `/webhooks/${encodeURIComponent(id)}`}>
          {ended || !webhook ? t("back") : webhookName(webhook)}
        </BackLink>
        <h1 className="font-semibold text-xl tracking-tight">{t("title")}</h1>
        <p className="text-muted-foreground text-sm">{t(own ? "ledeOwn" : "lede")}</p>
        <p className="wrap-anywhere font-mono text-xs">{running?.url ?? ended?.url ?? webhook?.url}</p>
      </header>
      {!loaded && (error || unknown) && (
        <Trouble error={error ?? unknown} action="read">
          <Button variant="outline" size="sm" onClick={() => refetch()}>
            {t("retry")}
          </Button>
        </Trouble>
      )}
      {!loaded && !error && !unknown && <Skeleton className="h-80 w-full" />}
      {loaded && (
        <>
          <ReplacementSteps replacement={running ?? ended} own={own}>
            <Trouble error={twin.error ?? step.error} action="replace" />
            <StepAction
              replacement={running ?? ended}
              own={own}
              pending={pending}
              onTwin={() => !pending && twin.run({ id: oldId, instead_of: running?.new_id ?? null })}
              onMove={(move) => !pending && step.run({ id: oldId, move })}
              onAgain={() => setAgain(true)}
            />
          </ReplacementSteps>
          {running && (
            <p className="rounded-md bg-muted px-3 py-2 text-sm">
              {t(running.state === "begun" ? "closingBegun" : "closing")}
            </p>
          )}
          {running && (!own || running.state !== "switched") && (
            <GiveUp pending={pending} onGiveUp={() => !pending && step.run({ id: oldId, move: "give_up" })} />
          )}
        </>
      )}
      {twin.stepUp}
      {step.stepUp}
    </div>
  );
}
