"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ShieldAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { SessionList } from "#components/access/session-list.tsx";
import { Notice } from "#components/core/secrets/notice.tsx";
import { useSecretChange } from "#components/core/secrets/secret-change.tsx";
import { Retry } from "#components/kit/buttons.tsx";
import { Fact } from "#components/kit/fact.tsx";
import { Loaded } from "#components/kit/loaded.tsx";
import { Failure } from "#components/kit/message.tsx";
import { Section } from "#components/kit/section.tsx";
import { ActionFailure } from "#components/kit/words.tsx";
import { passkeysOptions } from "#lib/access/browser/passkeys.ts";
import { accountKeys, accountOptions, ownSessionsOptions } from "#lib/access/browser/users.ts";
import { landingOf } from "#lib/access/contract/landing.ts";
import type { SignInProblem } from "#lib/access/contract/provider-claims.ts";
import { api } from "#lib/platform/browser/api.ts";
import type { SessionUser } from "#lib/platform/manifest.ts";
import { Alert, AlertDescription } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { FactorSection } from "./factor-section.tsx";
import { PasskeySection } from "./passkey-section.tsx";
import { type AccountChange, PasswordSection } from "./password-section.tsx";
import { ProviderSection } from "./provider-section.tsx";

type Props = {
  user: SessionUser;
  /** The policy requires a second factor: until it is set up, no other page opens. */
  mustEnrol: boolean;
  /** Another person chose the password: only the password section is shown until it is changed. */
  mustChangePassword: boolean;
  /** Why the account could not be linked to the provider. */
  problem: SignInProblem | null;
  /** Further sections, shown once no step is required. */
  children: ReactNode;
};

export function AccountView({ user, mustEnrol, mustChangePassword, problem, children }: Props) {
  const t = useTranslations("account");
  const role = useTranslations("shell.role");
  const access = useTranslations("access");
  const client = useQueryClient();
  const account = useQuery(accountOptions());
  const passkeys = useQuery(passkeysOptions()).data;
  const passkeyFirst = passkeys?.required ?? false;
  const hasAuthenticator = (account.data?.second_factor ?? null) !== null;
  const hasPasskey = (passkeys?.items.length ?? 0) > 0;
  const isAccepted = passkeys?.items.some((one) => one.disabled_at === null) ?? false;
  const wantsPasskey = isAccepted && (!hasAuthenticator || passkeyFirst);
  const wantsCode = !wantsPasskey && (hasAuthenticator || hasPasskey);
  const [did, setDid] = useState<AccountChange | null>(null);
  const done = (what: AccountChange) => {
    // All pages are accessible now: a page load leads to the landing page.
    const wanted =
      (mustEnrol && (what === "passkeyOn" || (what === "factorOn" && !passkeyFirst))) ||
      (mustChangePassword && what === "password");
    if (wanted) return window.location.assign(landingOf(user.role));
    setDid(what);
    void client.invalidateQueries({ queryKey: accountKeys.all });
  };
  // The password is shown until the account is loaded: almost all accounts have one.
  const hasPassword = account.data?.ways.includes("password") ?? true;
  const password = <PasswordSection onDone={done} wantsCode={wantsCode} wantsPasskey={wantsPasskey} />;
  return (
    <div className="space-y-4">
      {mustChangePassword && <RequiredStep>{access("changeFirst")}</RequiredStep>}
      {mustChangePassword && <>{password}</>}
      {mustEnrol && <RequiredStep>{access(passkeyFirst ? "passkeyFirst" : "enrolFirst")}</RequiredStep>}
      <Notice says={did && t(`did.${did}`)} />
      <Section id="profile" title={t("profile.title")}>
        <dl className="grid gap-4 text-sm sm:grid-cols-3">
          <Fact name={t("profile.name")}>
            <span className="wrap-anywhere">{user.name}</span>
          </Fact>
          <Fact name={t("profile.email")}>
            <span className="wrap-anywhere">{user.email}</span>
          </Fact>
          <Fact name={t("profile.role")}>{role(user.role)}</Fact>
        </dl>
        <p className="mt-4 text-muted-foreground text-xs">{t("profile.changedBy")}</p>
      </Section>
      <Failure says={account.error && t("failed")}>
        <Retry query={account} />
      </Failure>
      <Loaded query={account} label={t("loading")} height="h-40" failed={() => null}>
        {(known) =>
          hasPassword && (
            <>
              <FactorSection onDone={done} account={known} hasPasskey={hasPasskey} usesPasskey={isAccepted} />
              <PasskeySection
                onDone={done}
                hasAuthenticator={hasAuthenticator}
                isRequired={known.second_factor_required}
              />
            </>
          )
        }
      </Loaded>
      {!mustChangePassword && hasPassword && <>{password}</>}
      {account.data && !mustChangePassword && !mustEnrol && <ProviderSection {...account.data} problem={problem} />}
      {!mustEnrol && !mustChangePassword && <>{children}</>}
      <SessionsSection onDone={done} />
    </div>
  );
}

/** The required step before any other page opens. */
const RequiredStep = ({ children }: { children: ReactNode }) => (
  <Alert role="note" variant="warning">
    <ShieldAlert aria-hidden />
    <AlertDescription>{children}</AlertDescription>
  </Alert>
);

function SessionsSection({ onDone }: { onDone: (change: AccountChange) => void }) {
  const t = useTranslations("account.sessions");
  const sessions = useQuery(ownSessionsOptions());
  const changes = [ownSessionsOptions().queryKey];
  const end = useSecretChange(
    (session_id: string) => api("DELETE /api/account/sessions/{session_id}", { params: { session_id } }),
    { to: () => t("confirmTo.one"), onSuccess: () => onDone("session"), changes },
  );
  const endOthers = useSecretChange(() => api("DELETE /api/account/sessions"), {
    to: () => t("confirmTo.others"),
    onSuccess: () => onDone("sessions"),
    changes,
  });
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
          <ActionFailure words="account.problem" error={error}>
            {sessions.error && <Retry query={sessions} />}
          </ActionFailure>
        </div>
      )}
      <Loaded query={sessions} label={t("loading")} height="h-16" failed={() => null}>
        {(known) => <SessionList sessions={known.items} busy={busy} onEnd={end.run} />}
      </Loaded>
      {end.stepUp}
      {endOthers.stepUp}
    </Section>
  );
}
