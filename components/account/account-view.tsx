"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ShieldAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Retry } from "#components/page/buttons.tsx";
import { Fact } from "#components/page/fact.tsx";
import { Loaded } from "#components/page/loaded.tsx";
import { Failure } from "#components/page/message.tsx";
import { Section } from "#components/page/section.tsx";
import { Notice } from "#components/secrets/notice.tsx";
import { accountKeys, accountOptions } from "#lib/browser/users.ts";
import { landingOf } from "#lib/contract/access/landing.ts";
import type { SessionUser } from "#lib/contract/access/user.ts";
import { Alert, AlertDescription } from "@/components/ui/alert";
import { FactorSection } from "./factor-section.tsx";
import { type Change, PasswordSection } from "./password-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";

type Props = {
  user: SessionUser;
  /** The policy requires a second factor: until there is one, this page is all there is. */
  mustEnrol: boolean;
  /** Another person chose the password: only the password section is shown until it is changed. */
  mustChangePassword: boolean;
};

/** A person's own account: how they sign in, and where they are signed in. */
export function AccountView({ user, mustEnrol, mustChangePassword }: Props) {
  const t = useTranslations("account");
  const role = useTranslations("shell.role");
  const access = useTranslations("access");
  const client = useQueryClient();
  const account = useQuery(accountOptions());
  const [did, setDid] = useState<Change | null>(null);
  const done = (what: Change) => {
    // All pages are accessible now: a whole new document.
    const wanted = (mustEnrol && what === "factorOn") || (mustChangePassword && what === "password");
    if (wanted) return window.location.assign(landingOf(user.role));
    setDid(what);
    void client.invalidateQueries({ queryKey: accountKeys.all });
  };
  const password = <PasswordSection onDone={done} wantsCode={(account.data?.second_factor ?? null) !== null} />;
  return (
    <div className="space-y-4">
      {mustChangePassword && <First>{access("changeFirst")}</First>}
      {mustChangePassword && password}
      {mustEnrol && <First>{access("enrolFirst")}</First>}
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
        {(known) => <FactorSection onDone={done} account={known} />}
      </Loaded>
      {!mustChangePassword && password}
      <SessionsSection onDone={done} />
    </div>
  );
}

/** The step that an account has to take before any other page opens. */
const First = ({ children }: { children: ReactNode }) => (
  <Alert role="note" variant="warning">
    <ShieldAlert aria-hidden />
    <AlertDescription>{children}</AlertDescription>
  </Alert>
);
