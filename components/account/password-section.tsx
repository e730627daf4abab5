"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useRef } from "react";
import { CodeField } from "#components/access/code-field.tsx";
import { NewPasswordField } from "#components/access/new-password-field.tsx";
import { passwordProblem } from "#components/access/password-problem.ts";
import { useInteractive } from "#components/access/use-interactive.ts";
import { useSecretChange } from "#components/secrets/use-secret-change.tsx";
import { Button } from "#components/ui/button.tsx";
import { Failure } from "#components/ui/failure.tsx";
import { Field } from "#components/ui/field.tsx";
import { Section } from "#components/verification/section.tsx";
import { changePassword } from "#lib/browser/users.ts";
import type { Did } from "./account-view.tsx";
import { problemOf } from "./problem-of.ts";

type Props = {
  email: string;
  /** Whether they have a second factor. */
  wantsCode: boolean;
  onDone: (did: Did) => void;
};

/** Another password for oneself, by the one that one has, and by the second factor where there is one. */
export function PasswordSection({ email, wantsCode, onDone }: Props) {
  const t = useTranslations("account.password");
  const problem = useTranslations("account.problem");
  const signIn = useTranslations("access.signIn");
  const interactive = useInteractive();
  const form = useRef<HTMLFormElement>(null);
  const { run, isPending, error, stepUp } = useSecretChange(changePassword, {
    email,
    onSuccess: () => {
      form.current?.reset();
      onDone("password");
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const typed = new FormData(event.currentTarget);
    run({
      current_password: String(typed.get("current")),
      new_password: String(typed.get("new-password")),
      ...(wantsCode && { code: String(typed.get("code")) }),
    });
  };
  const failure = error && problemOf(error);
  const wrong = failure === "PASSWORD_WRONG";
  const wrongCode = failure === "SECOND_FACTOR_WRONG";
  const says = failure && !wrong && !wrongCode && !passwordProblem(error) ? problem(failure) : null;
  return (
    <Section id="password" title={t("title")}>
      <form ref={form} method="post" onSubmit={submit} className="max-w-sm space-y-4">
        <p className="text-muted-foreground text-sm">{t("about")}</p>
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <Field
          label={t("current")}
          name="current"
          type="password"
          autoComplete="current-password"
          required
          maxLength={1000}
          error={wrong ? problem("PASSWORD_WRONG") : undefined}
        />
        <NewPasswordField label={t("new")} error={error} />
        {wantsCode && (
          <CodeField
            label={signIn("code")}
            hint={signIn("codeHint")}
            error={wrongCode ? problem("SECOND_FACTOR_WRONG") : undefined}
          />
        )}
        <Failure says={says} />
        <Button type="submit" variant="outline" disabled={!interactive} aria-disabled={isPending}>
          {isPending ? t("working") : t("submit")}
        </Button>
      </form>
      {stepUp}
    </Section>
  );
}
