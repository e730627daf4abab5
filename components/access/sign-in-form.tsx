"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { KeyRound, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Failure } from "#components/kit/message.tsx";
import { codeOf } from "#components/kit/words.tsx";
import { signInByPasskey } from "#lib/access/browser/passkeys.ts";
import { signIn } from "#lib/access/browser/session.ts";
import type { Credentials } from "#lib/access/contract/access-input.ts";
import { landingOf } from "#lib/access/contract/landing.ts";
import type { PasskeyRequest } from "#lib/access/contract/passkey.ts";
import type { SignInProblem } from "#lib/access/contract/provider-claims.ts";
import { anchorOf } from "#lib/platform/browser/signed-out.ts";
import type { SessionUser } from "#lib/platform/manifest.ts";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import {
  CodeField,
  EmailField,
  KnownEmail,
  PasswordField,
  passkeyIn,
  useSignInProblem,
  wantsCode,
} from "./credentials.tsx";
import { FormCard, HeadedCard } from "./form-card.tsx";
import { ProviderLink } from "./provider-button.tsx";

type Props = {
  /** The page requested before the sign-in, without an anchor. */
  next: string | null;
  /** Sample accounts of sandbox mode that can sign in. */
  samples: number;
  /** The user was redirected here after the end of a session. */
  ended: boolean;
  /** The identity provider, if configured; `only`: passwords are switched off for all but one admin. */
  provider: { only: boolean; problem: SignInProblem | null } | null;
};

export function SignInForm({ next, samples, ended, provider }: Props) {
  const t = useTranslations("access.signIn");
  const words = useTranslations("access.provider");
  const problems = useTranslations("access.provider.problem");
  const [emergency, setEmergency] = useState(false);
  const client = useQueryClient();
  useEffect(() => {
    // After a client navigation without a session, a reload removes the data of the previous page from memory.
    if (client.getQueryCache().getAll().length > 0) window.location.reload();
  }, [client]);
  const steps = (
    <SignInSteps
      title={t("title")}
      about={t(ended ? "ended" : "purpose")}
      // A page load removes the data of the previous user from memory.
      onSignedIn={({ role }) =>
        window.location.assign(next === null ? landingOf(role) : `${next}${anchorOf(window.location.hash)}`)
      }
    >
      {provider && !provider.only && <ProviderLink next={next} />}
      {provider && !provider.only && <Failure says={provider.problem && problems(provider.problem)} />}
      {samples > 0 && <p className="text-muted-foreground text-xs">{t("sandbox", { count: samples })}</p>}
    </SignInSteps>
  );
  if (!provider?.only) return steps;
  return (
    <>
      <HeadedCard title={t("title")} purpose={words("signInAbout")}>
        <Failure says={provider.problem && problems(provider.problem)} />
        <ProviderLink next={next} />
        <Button variant="ghost" aria-expanded={emergency} onClick={() => setEmergency(!emergency)}>
          {words("emergency")}
        </Button>
      </HeadedCard>
      {emergency && <>{steps}</>}
    </>
  );
}

type StepsProps = {
  title: string;
  about: string;
  /** Email of the only account that may sign in; `onOther` leads to the form for other accounts. */
  email?: string;
  onSignedIn: (user: SessionUser) => void;
  onOther?: () => void;
  children?: ReactNode;
};

/** Email and password that the first step accepted, and the passkey request of its answer. */
type AcceptedPassword = { email: string; password: string; passkey: PasskeyRequest | null };

/** Email and password; in a second step the passkey or the code of a user with a second factor. */
export function SignInSteps({ title, about, email, onSignedIn, onOther, children }: StepsProps) {
  const t = useTranslations("access.signIn");
  const signInProblem = useSignInProblem();
  const password = useRef<HTMLInputElement>(null);
  const [person, setPerson] = useState<AcceptedPassword | null>(null);
  const attempt = useMutation({
    mutationFn: ({ by, ...given }: Credentials & { by?: PasskeyRequest }) =>
      by ? signInByPasskey(given, by) : signIn(given),
    // The typed password is removed from the cache after the answer.
    gcTime: 0,
    onSuccess: onSignedIn,
    onError: (error, { email, password: right, by }) => {
      if (wantsCode(error)) {
        // A refused passkey has a new challenge in its answer, a refused code has none.
        const asked = passkeyIn(error);
        return setPerson((before) => ({
          email,
          password: right,
          passkey: asked === undefined ? (before?.passkey ?? null) : asked,
        }));
      }
      // The user has closed the browser's passkey dialog, and may retry.
      if (by) return;
      if (codeOf(error) === "UNAUTHORIZED") setPerson(null);
      if (password.current) password.current.value = "";
      password.current?.focus();
    },
  });
  const send = (form: FormData) => {
    if (attempt.isPending) return;
    const typed = (name: string) => String(form.get(name) ?? "");
    if (person) attempt.mutate({ email: person.email, password: person.password, code: typed("code") });
    else attempt.mutate({ email: email ?? typed("email"), password: typed("password") });
  };
  const busy = attempt.isPending || attempt.isSuccess;
  const says =
    attempt.isError && codeOf(attempt.error) !== "SECOND_FACTOR_REQUIRED" ? signInProblem(attempt.error) : null;
  const submit = (
    <Button type="submit" variant={person?.passkey ? "outline" : "default"} className="w-full" disabled={busy}>
      {busy ? t("signingIn") : t(person ? "submitCode" : "submit")}
    </Button>
  );
  const startOver = () => {
    setPerson(null);
    attempt.reset();
  };
  const other = (leave: () => void) => (
    <Button variant="ghost" className="w-full" disabled={busy} onClick={leave}>
      {t("again")}
    </Button>
  );
  if (person) {
    const { email, password: right, passkey } = person;
    const purpose = t(passkey ? "passkeyPurpose" : "codePurpose", { email });
    return (
      <FormCard key="code" title={t("codeTitle")} purpose={purpose} onSend={send}>
        {passkey && (
          <Button
            className="w-full"
            disabled={busy}
            autoFocus
            onClick={() => attempt.mutate({ email, password: right, by: passkey })}
          >
            <KeyRound aria-hidden />
            {t("passkey")}
          </Button>
        )}
        <CodeField
          key={attempt.submittedAt}
          label={t("code")}
          hint={t(passkey ? "codeInstead" : "codeHint")}
          autoFocus={!passkey}
        />
        <Failure says={says} />
        {submit}
        {other(onOther ?? startOver)}
        <p className="text-muted-foreground text-xs">{t("lost")}</p>
      </FormCard>
    );
  }
  return (
    <FormCard key="password" title={title} purpose={about} onSend={send}>
      <SafariNote />
      {email === undefined ? (
        <EmailField label={t("email")} defaultValue={attempt.variables?.email} autoFocus />
      ) : (
        <KnownEmail email={email} />
      )}
      <PasswordField ref={password} label={t("password")} autoFocus={email !== undefined} />
      <Failure says={says} />
      <noscript className="block text-failed text-sm">{t("noScript")}</noscript>
      {submit}
      {onOther && <>{other(onOther)}</>}
      {children}
    </FormCard>
  );
}

const subscribeToNothing = () => () => undefined;

/** Only Safari treats `http://localhost` as insecure, and drops cookies marked as secure. */
const dropsSecureCookies = (): boolean =>
  window.location.protocol === "http:" && navigator.vendor.startsWith("Apple") && /Safari\//.test(navigator.userAgent);

/** A warning, in Safari only, that this browser will not keep the session. */
function SafariNote() {
  const t = useTranslations("access.signIn");
  const here = useSyncExternalStore(subscribeToNothing, dropsSecureCookies, () => false);
  if (!here) return null;
  return (
    <Alert role="note" variant="warning">
      <TriangleAlert aria-hidden />
      {t("safari")}
    </Alert>
  );
}
