"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ShieldAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Section } from "#components/page/section.tsx";
import { Notice } from "#components/secrets/notice.tsx";
import { Button } from "#components/ui/button.tsx";
import { Fact } from "#components/ui/fact.tsx";
import { Failure } from "#components/ui/message.tsx";
import { Skeleton, Waiting } from "#components/ui/skeleton.tsx";
import { accountKeys, accountOptions } from "#lib/browser/users.ts";
import { landingOf } from "#lib/contract/access/landing.ts";
import type { SessionUser } from "#lib/contract/access/user.ts";
import { FactorSection } from "./factor-section.tsx";
import { type Change, PasswordSection } from "./password-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";

type Props = {
  user: SessionUser;
  /** The policy requires a second factor: until there is one, this page is all there is. */
  mustEnrol: boolean;
};

/** A person's own account: how they sign in, and where they are signed in. */
export function AccountView({ user, mustEnrol }: Props) {
  const t = useTranslations("account");
  const role = useTranslations("shell.role");
  const access = useTranslations("access");
  const client = useQueryClient();
  const account = useQuery(accountOptions());
  const [did, setDid] = useState<Change | null>(null);
  const done = (what: Change) => {
    // Everything opens with it: a whole new page.
    if (mustEnrol && what === "factorOn") return window.location.assign(landingOf(user.role));
    setDid(what);
    void client.invalidateQueries({ queryKey: accountKeys.all });
  };
  const section = { email: user.email, onDone: done };
  return (
    <div className="space-y-4">
      {mustEnrol && (
        <p role="note" className="flex items-start gap-2 rounded-lg border border-medium/40 bg-medium/10 p-3 text-sm">
          <ShieldAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-medium" />
          {access("enrolFirst")}
        </p>
      )}
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
      {account.error && (
        <Failure says={t("failed")}>
          <Button variant="outline" size="sm" aria-disabled={account.isFetching} onClick={() => account.refetch()}>
            {t("retry")}
          </Button>
        </Failure>
      )}
      {!account.data && !account.error && (
        <Waiting label={t("loading")}>
          <Skeleton className="h-40 w-full" />
        </Waiting>
      )}
      {account.data && <FactorSection {...section} account={account.data} />}
      <PasswordSection {...section} wantsCode={(account.data?.second_factor ?? null) !== null} />
      <SessionsSection {...section} />
    </div>
  );
}
