"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, type RefObject, useId, useState } from "react";
import { TextField } from "#components/page/text-field.tsx";
import { codeOf } from "#components/page/words.tsx";
import { isSignedOut } from "#lib/browser/api.ts";
import { confirmPassword } from "#lib/browser/session.ts";
import { Button } from "@/components/ui/button";
import { CodeField, KnownEmail, useSignInProblem, wantsCode } from "./credentials.tsx";

type Props = { ref: RefObject<HTMLDialogElement | null>; email: string; onConfirmed: () => void };

/**
 * Asks for the password again before keys, secrets or users are changed (design §9), and for the code of a user who has a
 * second factor. Open it with `showModal()`.
 */
export function StepUpDialog({ ref, email, onConfirmed }: Props) {
  const t = useTranslations("access.stepUp");
  const words = useTranslations("access.signIn");
  const signInProblem = useSignInProblem();
  const title = useId();
  /** The right password, while the code is requested. */
  const [password, setPassword] = useState<string | null>(null);
  const confirm = useMutation({
    mutationFn: confirmPassword,
    gcTime: 0,
    onSuccess: () => {
      ref.current?.close();
      onConfirmed();
    },
    onError: (error, given) => {
      if (wantsCode(error)) setPassword(given.password);
      else if (codeOf(error) === "PASSWORD_WRONG") setPassword(null);
    },
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (confirm.isPending) return;
    const form = event.currentTarget;
    const typed = (name: string) => String(new FormData(form).get(name));
    confirm.mutate(password === null ? { password: typed("password") } : { password, code: typed("code") });
    form.reset();
  };
  const forget = () => {
    setPassword(null);
    confirm.reset();
  };
  const says =
    confirm.isError && codeOf(confirm.error) !== "SECOND_FACTOR_REQUIRED" && !isSignedOut(confirm.error)
      ? signInProblem(confirm.error)
      : undefined;
  return (
    <dialog
      ref={ref}
      aria-labelledby={title}
      onClose={forget}
      className="m-auto w-96 max-w-[calc(100vw-2rem)] rounded-lg border border-border bg-card p-6 text-foreground"
    >
      <form method="post" onSubmit={send} className="space-y-4">
        <div className="space-y-1">
          <h2 id={title} className="font-semibold text-base">
            {t("title")}
          </h2>
          <p className="text-muted-foreground text-sm">{t("why")}</p>
        </div>
        <KnownEmail email={email} />
        {password === null ? (
          <TextField
            key="password"
            label={t("password")}
            name="password"
            type="password"
            autoComplete="current-password"
            required
            maxLength={1000}
            autoFocus={confirm.isError}
            error={says}
          />
        ) : (
          <CodeField key="code" label={words("code")} hint={words("codeHint")} error={says} autoFocus />
        )}
        <div className="flex justify-end gap-2">
          <Button variant="ghost" onClick={() => ref.current?.close()}>
            {t("cancel")}
          </Button>
          <Button type="submit" disabled={confirm.isPending}>
            {t("confirm")}
          </Button>
        </div>
      </form>
    </dialog>
  );
}
