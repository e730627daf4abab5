"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { SessionList } from "#components/access/session-list.tsx";
import { Button } from "#components/ui/button.tsx";
import { Failure } from "#components/ui/failure.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Waiting } from "#components/ui/waiting.tsx";
import { Section } from "#components/verification/section.tsx";
import { endOwnSession, ownSessionsOptions } from "#lib/browser/account.ts";
import type { Did } from "./account-view.tsx";
import { problemOf } from "./problem-of.ts";

/** Where one is signed in, to be ended from here. */
export function SessionsSection({ onDone }: { onDone: (did: Did) => void }) {
  const t = useTranslations("account.sessions");
  const problem = useTranslations("account.problem");
  const sessions = useQuery(ownSessionsOptions());
  const end = useMutation({
    mutationFn: endOwnSession,
    onSuccess: (_, session) => onDone(session === null ? "sessions" : "session"),
    onSettled: () => sessions.refetch(),
  });
  const items = sessions.data?.items;
  const others = items?.some(({ current }) => !current);
  const error = sessions.error ?? end.error;
  return (
    <Section
      id="sessions"
      title={t("title")}
      {...(items ? { count: items.length } : {})}
      flush
      {...(others
        ? {
            aside: (
              <Button
                variant="outline"
                size="sm"
                aria-disabled={end.isPending}
                onClick={() => !end.isPending && end.mutate(null)}
              >
                {t("endOthers")}
              </Button>
            ),
          }
        : {})}
    >
      {error && (
        <div className="p-4">
          <Failure says={problem(problemOf(error))}>
            {sessions.error && (
              <Button
                variant="outline"
                size="sm"
                aria-disabled={sessions.isFetching}
                onClick={() => sessions.refetch()}
              >
                {t("retry")}
              </Button>
            )}
          </Failure>
        </div>
      )}
      {!items && !sessions.error && (
        <Waiting label={t("loading")} className="space-y-2 p-4">
          <Skeleton className="h-4 w-48" />
          <Skeleton className="h-3.5 w-72 max-w-full" />
        </Waiting>
      )}
      {items && <SessionList sessions={items} busy={end.isPending} onEnd={(session) => end.mutate(session)} />}
    </Section>
  );
}
