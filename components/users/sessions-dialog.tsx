"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { SessionList } from "#components/access/session-list.tsx";
import { ActionDialog } from "#components/page/action-dialog.tsx";
import { Retry } from "#components/page/buttons.tsx";
import { Loaded } from "#components/page/loaded.tsx";
import { Failure } from "#components/page/message.tsx";
import { useErrorWords } from "#components/page/words.tsx";
import { useSecretChange } from "#components/secrets/secret-change.tsx";
import { endUserSessions, userKeys, userSessionsOptions } from "#lib/browser/users.ts";
import type { ListedUser } from "#lib/contract/access/user.ts";
import { Button } from "@/components/ui/button";
import type { DialogProps } from "./user-actions.ts";

type Props = DialogProps & { user: ListedUser; onEnded: () => void };

/** The sessions of a user, to be ended one by one or all at once. */
export function SessionsDialog({ user, onEnded, onClosed }: Props) {
  const t = useTranslations("users.sessions");
  const problem = useErrorWords("users.problem");
  const sessions = useQuery(userSessionsOptions(user.id));
  const end = useSecretChange(endUserSessions, { onSuccess: () => void sessions.refetch(), changes: [userKeys.all] });
  const endAll = useSecretChange(() => endUserSessions({ id: user.id, session: null }), {
    onSuccess: onEnded,
    changes: [userKeys.all],
  });
  const busy = end.isPending || endAll.isPending;
  const error = sessions.error ?? end.error ?? endAll.error;
  const items = sessions.data?.items;
  return (
    <ActionDialog title={t("title", { name: user.name })} about={t("about")} busy={busy} onClosed={onClosed}>
      <Failure says={error && problem(error)}>{sessions.error && <Retry query={sessions} />}</Failure>
      <Loaded query={sessions} label={t("loading")} height="h-12" failed={() => null}>
        {({ items: sessions }) =>
          sessions.length === 0 ? (
            <p className="text-muted-foreground text-sm">{t("none")}</p>
          ) : (
            <div className="max-h-80 overflow-y-auto rounded-md border border-border">
              <SessionList sessions={sessions} busy={busy} onEnd={(session) => end.run({ id: user.id, session })} />
            </div>
          )
        }
      </Loaded>
      <div className="flex flex-wrap justify-end gap-2">
        {end.stepUp}
        {endAll.stepUp}
        <Button variant="ghost" onClick={onClosed} disabled={busy}>
          {t("close")}
        </Button>
        {items && items.length > 0 && (
          <Button variant="destructive" aria-disabled={busy} onClick={() => endAll.run(undefined)}>
            {t("endAll")}
          </Button>
        )}
      </div>
    </ActionDialog>
  );
}
