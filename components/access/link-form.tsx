"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { LinkIcon, Unlink } from "lucide-react";
import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";
import { Retry } from "#components/kit/buttons.tsx";
import { Failure, Message } from "#components/kit/message.tsx";
import { MINUTE_WITH_ZONE } from "#components/kit/time.tsx";
import { Waiting } from "#components/kit/waiting.tsx";
import { codeOf } from "#components/kit/words.tsx";
import { signIn } from "#lib/access/browser/session.ts";
import { landingOf } from "#lib/access/contract/landing.ts";
import type { LinkOwner, LinkPurpose } from "#lib/access/contract/user.ts";
import { api } from "#lib/platform/browser/api.ts";
import { Button, buttonVariants } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import {
  EmailField,
  NameField,
  NewPasswordField,
  passwordProblem,
  useSignInProblem,
  wantsCode,
} from "./credentials.tsx";
import { FormCard } from "./form-card.tsx";

const subscribeToHash = (changed: () => void) => {
  window.addEventListener("hashchange", changed);
  return () => window.removeEventListener("hashchange", changed);
};

/** The token in the URL fragment, which browsers do not send; null until scripts run. */
const useToken = (): string | null =>
  useSyncExternalStore(
    subscribeToHash,
    () => window.location.hash.slice(1),
    () => null,
  );

/** Sets a password by a one-time link from an administrator. */
export function LinkForm({ purpose }: { purpose: LinkPurpose }) {
  const t = useTranslations("access.link");
  const token = useToken();
  const owner = useQuery({
    queryKey: ["access-link", token],
    queryFn: () => api("POST /api/invitations/check", { body: { token: token ?? "" } }),
    enabled: token !== null && token !== "",
    retry: false,
    gcTime: 0,
  });
  if (token === "" || isInvalidLink(owner.error)) {
    return (
      <Card>
        <Message icon={<Unlink aria-hidden />} title={t("invalid")}>
          <p className="text-muted-foreground text-sm">{t(`invalidWhy.${purpose}`)}</p>
          <Link className={buttonVariants({ variant: "outline" })} href="/login">
            {t("toSignIn")}
          </Link>
        </Message>
      </Card>
    );
  }
  if (owner.error) {
    return (
      <Card>
        <Message icon={<LinkIcon aria-hidden />} title={t("unread")}>
          <p className="text-muted-foreground text-sm">{t("unreadWhy")}</p>
          <Retry query={owner} size="default" />
        </Message>
      </Card>
    );
  }
  if (owner.data && token !== null) return <ChoosePassword token={token} owner={owner.data} />;
  return (
    <Card className="p-6">
      <Waiting label={t("loading")} className="space-y-4">
        <Skeleton className="h-7 w-48" />
        <Skeleton className="h-9 w-full" />
        <Skeleton className="h-9 w-full" />
        <Skeleton className="h-9 w-full" />
      </Waiting>
    </Card>
  );
}

const isInvalidLink = (error: unknown): boolean => ["FORBIDDEN", "VALIDATION_ERROR"].includes(codeOf(error) ?? "");

function ChoosePassword({ token, owner }: { token: string; owner: LinkOwner }) {
  const t = useTranslations("access.link");
  const signInProblem = useSignInProblem();
  const format = useFormatter();
  const accept = useMutation({
    mutationFn: async (chosen: { name?: string; password: string }) => {
      const { email } = await api("POST /api/invitations", { body: { token, ...chosen } });
      try {
        const { role } = await signIn({ email, password: chosen.password });
        return landingOf(role);
      } catch (error) {
        // The password is set. A user with a second factor signs in on the sign-in page, which requests its code.
        if (wantsCode(error)) return "/login";
        throw error;
      }
    },
    gcTime: 0,
    onSuccess: (place) => window.location.assign(place),
  });
  const send = (form: FormData) => {
    if (accept.isPending) return;
    const name = String(form.get("name") ?? "").trim();
    accept.mutate({ ...(name === "" ? {} : { name }), password: String(form.get("new-password")) });
  };
  const busy = accept.isPending || accept.isSuccess;
  const failure = accept.isError && !passwordProblem(accept.error) ? accept.error : null;
  const until = format.dateTime(new Date(owner.expires_at), MINUTE_WITH_ZONE);
  return (
    <FormCard
      title={t(`title.${owner.purpose}`)}
      purpose={t(`purpose.${owner.purpose}`, { name: owner.name, until })}
      onSend={send}
    >
      {/* The account of the new password, for password managers. */}
      <EmailField label={t("email")} value={owner.email} readOnly className="bg-muted text-muted-foreground" />
      {owner.purpose === "invitation" && <NameField label={t("name")} defaultValue={owner.name} />}
      <NewPasswordField label={t("password")} error={accept.error} autoFocus />
      <Failure says={failure && (isInvalidLink(failure) ? t("usedMeanwhile") : signInProblem(failure))} />
      <Button type="submit" className="w-full" disabled={busy}>
        {busy ? t("working") : t(`submit.${owner.purpose}`)}
      </Button>
    </FormCard>
  );
}
