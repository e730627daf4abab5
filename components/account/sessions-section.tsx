"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { SessionList } from "#components/access/session-list.tsx";
import { Retry } from "#components/page/buttons.tsx";
import { Failure } from "#components/page/message.tsx";
import { Section } from "#components/page/section.tsx";
import { Waiting } from "#components/page/waiting.tsx";
import { useErrorWords } from "#components/page/words.tsx";
import { useSecretChange } from "#components/secrets/secret-change.tsx";
import { endOwnSession, ownSessionsOptions } from "#lib/browser/users.ts";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { Change } from "./password-section.tsx";

/** Where one is signed in, to be ended from here. */
export function SessionsSection({ onDone }: { onDone: (change: Change) => void }) {
  const t = useTranslations("account.sessions");
  const problem = useErrorWords("account.problem");
  const sessions = useQuery(ownSessionsOptions());
  const changes = [ownSessionsOptions().queryKey];
  const end = useSecretChange(endOwnSession, { onSuccess: () => onDone("session"), changes });
  const endOthers = useSecretChange(() => endOwnSession(null), { onSuccess: () => onDone("sessions"), changes });
  const busy = end.isPending || endOthers.isPending;
  const items = sessions.data?.items;
  const others = items?.some(({ current }) => !current);
  const error = sessions.error ?? end.error ?? endOthers.error;
  return (
    <Section
      id="sessions"
      title={t("title")}
      count={items?.length}
      flush
      aside={
        others && (
          <Button variant="outline" size="sm" aria-disabled={busy} onClick={() => endOthers.run(undefined)}>
            {t("endOthers")}
          </Button>
        )
      }
    >
      {error && (
        <div className="p-4">
          <Failure says={problem(error)}>{sessions.error && <Retry query={sessions} />}</Failure>
        </div>
      )}
      {!items && !sessions.error && (
        <Waiting label={t("loading")} className="space-y-2 p-4">
          <Skeleton className="h-4 w-48" />
          <Skeleton className="h-3.5 w-72 max-w-full" />
        </Waiting>
      )}
      {items && <SessionList sessions={items} busy={busy} onEnd={end.run} />}
      {end.stepUp}
      {endOthers.stepUp}
    </Section>
  );
}
