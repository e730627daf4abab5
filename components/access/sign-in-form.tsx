"use client";

import { useMutation } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useRef } from "react";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { signIn } from "#lib/browser/session.ts";
import { signInProblem } from "./sign-in-error.ts";
import { useInteractive } from "./use-interactive.ts";

export function SignInForm({ next, sandbox }: { next: string; sandbox: boolean }) {
  const t = useTranslations("access.signIn");
  const interactive = useInteractive();
  const password = useRef<HTMLInputElement>(null);
  const attempt = useMutation({
    mutationFn: signIn,
    // A whole new page: nothing of whoever was signed in before stays in memory.
    onSuccess: () => window.location.assign(next),
    onError: () => {
      if (password.current) password.current.value = "";
      password.current?.focus();
    },
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    attempt.mutate({ email: String(form.get("email")), password: String(form.get("password")) });
  };
  const busy = attempt.isPending || attempt.isSuccess;
  // POST, so that a browser that sends the form by itself can't put the password into an address.
  return (
    <form method="post" onSubmit={send} className="space-y-4 rounded-lg border border-border bg-card p-6">
      <div className="space-y-1">
        <h1 className="font-semibold text-lg tracking-tight">{t("title")}</h1>
        <p className="text-muted-foreground text-sm">{t("purpose")}</p>
      </div>
      <Field label={t("email")} name="email" type="email" autoComplete="username" required maxLength={320} autoFocus />
      <Field
        ref={password}
        label={t("password")}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        maxLength={1000}
      />
      <div role="alert" className="empty:hidden">
        {attempt.isError && <Problem error={attempt.error} />}
      </div>
      <noscript className="block text-failed text-sm">{t("noScript")}</noscript>
      <Button type="submit" className="w-full" disabled={!interactive || busy}>
        {busy ? t("signingIn") : t("submit")}
      </Button>
      {sandbox && <p className="text-muted-foreground text-xs">{t("sandbox")}</p>}
    </form>
  );
}

function Problem({ error }: { error: unknown }) {
  const t = useTranslations("access.signIn.problem");
  const { problem, minutes } = signInProblem(error);
  return (
    <p className="flex gap-2 text-failed text-sm">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      {t(problem, { minutes })}
    </p>
  );
}
