"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, type RefObject, useId } from "react";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { confirmPassword } from "#lib/browser/session.ts";
import { signInProblem } from "./sign-in-error.ts";

type Props = { ref: RefObject<HTMLDialogElement | null>; email: string; onConfirmed: () => void };

/** Asks for the password again before keys, secrets or users are changed (design §9). Open it with `showModal()`. */
export function StepUpDialog({ ref, email, onConfirmed }: Props) {
  const t = useTranslations("access.stepUp");
  const problem = useTranslations("access.signIn.problem");
  const title = useId();
  const confirm = useMutation({
    mutationFn: confirmPassword,
    onSuccess: () => {
      ref.current?.close();
      onConfirmed();
    },
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    confirm.mutate(String(new FormData(form).get("password")), { onSettled: () => form.reset() });
  };
  const failure = confirm.isError ? signInProblem(confirm.error) : null;
  return (
    <dialog
      ref={ref}
      aria-labelledby={title}
      className="m-auto w-96 max-w-[calc(100vw-2rem)] rounded-lg border border-border bg-card p-6 text-foreground backdrop:bg-black/40"
    >
      <form method="post" onSubmit={send} className="space-y-4">
        <div className="space-y-1">
          <h2 id={title} className="font-semibold text-base">
            {t("title")}
          </h2>
          <p className="text-muted-foreground text-sm">{t("why")}</p>
        </div>
        {/* Whose password it is, for what remembers passwords. */}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <Field
          label={t("password")}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          maxLength={1000}
          error={failure ? problem(failure.problem, { minutes: failure.minutes }) : undefined}
        />
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
