"use client";

import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { SessionList } from "#components/access/session-list.tsx";
import { Notice } from "#components/core/secrets/notice.tsx";
import { useSecretChange } from "#components/core/secrets/secret-change.tsx";
import { ServiceList } from "#components/core/secrets/service-list.tsx";
import { ActionDialog } from "#components/kit/action-dialog.tsx";
import { Retry } from "#components/kit/buttons.tsx";
import { useCurrentUser } from "#components/kit/current-user.tsx";
import { Loaded } from "#components/kit/loaded.tsx";
import { PageHeader } from "#components/kit/page-header.tsx";
import { EmptySection } from "#components/kit/section.tsx";
import { ActionFailure } from "#components/kit/words.tsx";
import { userKeys, userSessionsOptions, usersOptions } from "#lib/access/browser/users.ts";
import type { ListedUser, MadeLink } from "#lib/access/contract/user.ts";
import { api } from "#lib/platform/browser/api.ts";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { ConsentPolicy, ConsentRequests } from "./consent-sections.tsx";
import { InviteDialog, LinkDialog } from "./invite-dialog.tsx";
import { RoleDialog } from "./role-dialog.tsx";
import type { DialogProps, UserAction } from "./user-actions.ts";
import { COLUMNS, UserEntry } from "./user-entry.tsx";

type OpenDialog = { action: "invite" } | { action: UserAction; user: ListedUser };
type RevealedLink = { link: MadeLink; name: string; email: string };
type Outcome = {
  what: UserAction | "invited" | "closed" | "asked" | "given" | "declined" | "required";
  name: string;
  /** Number of ended links. */
  count?: number;
};

/** All users with an account or an invitation, with the actions of an administrator. */
export function UsersView() {
  const t = useTranslations("users");
  const { email } = useCurrentUser();
  const users = useQuery(usersOptions());
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const [revealed, setRevealed] = useState<RevealedLink | null>(null);
  const [did, setDid] = useState<Outcome | null>(null);
  const consent = users.data?.consent;
  const needsConsent = (consent?.required_since ?? null) !== null;
  const dialog = { onClosed: () => setOpen(null) };
  /** Reports an outcome, or shows the link that the action created. */
  const done = (next: Outcome, made?: Pick<RevealedLink, "link" | "email"> | null) => {
    setOpen(null);
    setDid(made ? null : next);
    setRevealed(made ? { ...made, name: next.name } : null);
  };
  return (
    <div className="max-w-6xl space-y-5">
      <PageHeader title={t("title")} lede={t("lede")}>
        <Button aria-haspopup="dialog" onClick={() => setOpen({ action: "invite" })}>
          <UserPlus aria-hidden />
          {t("list.invite")}
        </Button>
      </PageHeader>
      <Notice says={did && t(`did.${did.what}`, { name: did.name, count: did.count ?? 0 })} />
      {consent && consent.requests.length > 0 && (
        <ConsentRequests
          requests={consent.requests}
          onAnswered={({ request, did: what, link }) =>
            done({ what, name: request.name }, link && { link, email: request.email })
          }
        />
      )}
      <ServiceList
        id="users"
        of="users.list"
        list={users}
        head={<ColumnNames />}
        row={(user) => (
          <UserEntry
            key={user.id}
            user={user}
            own={user.email === email}
            onAct={(action) => setOpen({ action, user })}
          />
        )}
      >
        {users.data?.items.length === 1 && (
          <p className="border-border border-t p-4 text-muted-foreground text-sm">{t("list.alone")}</p>
        )}
      </ServiceList>
      {consent && (consent.offered || needsConsent) && (
        <ConsentPolicy
          since={consent.required_since}
          onRequired={(count) => done({ what: "required", name: "", count })}
        />
      )}
      {open?.action === "invite" && (
        <InviteDialog
          {...dialog}
          needsConsent={needsConsent}
          onInvited={({ name, ...made }) => done({ what: "invited", name }, made)}
        />
      )}
      {open?.action === "role" && (
        <RoleDialog
          {...dialog}
          user={open.user}
          needsConsent={needsConsent}
          onDone={(requested) => done({ what: requested ? "asked" : "role", name: open.user.name })}
        />
      )}
      {open?.action === "sessions" && (
        <SessionsDialog {...dialog} user={open.user} onEnded={() => done({ what: "sessions", name: open.user.name })} />
      )}
      {open && open.action !== "invite" && open.action !== "role" && open.action !== "sessions" && (
        <ConfirmDialog
          {...dialog}
          action={open.action}
          user={open.user}
          needsConsent={needsConsent}
          onDone={(what, link) => done({ what, name: open.user.name }, link && { link, email: open.user.email })}
        />
      )}
      {revealed && (
        <LinkDialog
          {...revealed}
          mails={users.data?.mail ?? false}
          onClosed={() => {
            setRevealed(null);
            setDid({ what: "closed", name: revealed.name });
          }}
        />
      )}
    </div>
  );
}

/** Column names above the cells, if these are columns. Each cell also names its column for screen readers. */
function ColumnNames() {
  const t = useTranslations("users.list");
  return (
    <div aria-hidden className={`hidden border-border border-b px-4 py-2 text-muted-foreground text-xs ${COLUMNS}`}>
      {(["person", "role", "state", "factor", "active"] as const).map((name) => (
        <span key={name}>{t(name)}</span>
      ))}
    </div>
  );
}

type SessionsProps = DialogProps & { user: ListedUser; onEnded: () => void };

function SessionsDialog({ user, onEnded, onClosed }: SessionsProps) {
  const t = useTranslations("users.sessions");
  const sessions = useQuery(userSessionsOptions(user.id));
  const options = { to: () => t("confirmTo", { name: user.name }), changes: [userKeys.all] };
  const params = { user_id: user.id };
  const end = useSecretChange(
    (session_id: string) =>
      api("DELETE /api/users/{user_id}/sessions/{session_id}", { params: { ...params, session_id } }),
    { ...options, onSuccess: () => void sessions.refetch() },
  );
  const endAll = useSecretChange(() => api("DELETE /api/users/{user_id}/sessions", { params }), {
    ...options,
    onSuccess: onEnded,
  });
  const busy = end.isPending || endAll.isPending;
  const error = sessions.error ?? end.error ?? endAll.error;
  const items = sessions.data?.items;
  return (
    <ActionDialog title={t("title", { name: user.name })} about={t("about")} busy={busy} onClosed={onClosed}>
      <ActionFailure words="users.problem" error={error}>
        {sessions.error && <Retry query={sessions} />}
      </ActionFailure>
      <Loaded query={sessions} label={t("loading")} height="h-12" failed={() => null}>
        {({ items: sessions }) =>
          sessions.length === 0 ? (
            <EmptySection>{t("none")}</EmptySection>
          ) : (
            <div className="max-h-80 overflow-y-auto rounded-md border border-border">
              <SessionList sessions={sessions} busy={busy} onEnd={end.run} />
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
