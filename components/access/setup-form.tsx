"use client";

import { useMutation } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { FormEvent } from "react";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { ApiError } from "#lib/browser/api.ts";
import { redeemSetupLink, type Setup, signIn } from "#lib/browser/session.ts";
import { useInteractive } from "./use-interactive.ts";

const MIN_PASSWORD = 12;

/** The first admin of an installation, by the one-time link that the launcher printed. */
export function SetupForm() {
  const t = useTranslations("access.setup");
  const interactive = useInteractive();
  const create = useMutation({
    mutationFn: async (setup: Setup) => {
      await redeemSetupLink(setup);
      await signIn({ email: setup.email, password: setup.password });
    },
    onSuccess: () => window.location.assign("/"),
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? "");
    create.mutate({
      token: window.location.hash.slice(1),
      email: text("email"),
      name: text("name"),
      password: text("password"),
    });
  };
  const busy = create.isPending || create.isSuccess;
  return (
    <form method="post" onSubmit={send} className="space-y-4 rounded-lg border border-border bg-card p-6">
      <div className="space-y-1">
        <h1 className="font-semibold text-lg tracking-tight">{t("title")}</h1>
        <p className="text-muted-foreground text-sm">{t("purpose")}</p>
      </div>
      <Field label={t("name")} name="name" autoComplete="name" required maxLength={200} autoFocus />
      <Field label={t("email")} name="email" type="email" autoComplete="username" required maxLength={320} />
      <Field
        label={t("password")}
        hint={t("passwordHint", { count: MIN_PASSWORD })}
        name="password"
        type="password"
        autoComplete="new-password"
        required
        minLength={MIN_PASSWORD}
        maxLength={1000}
      />
      <div role="alert" className="empty:hidden">
        {create.isError && (
          <p className="flex gap-2 text-failed text-sm">
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            {t(`problem.${setupProblem(create.error)}`)}
          </p>
        )}
      </div>
      <Button type="submit" className="w-full" disabled={!interactive || busy}>
        {busy ? t("creating") : t("submit")}
      </Button>
    </form>
  );
}

function setupProblem(error: unknown): "FORBIDDEN" | "VALIDATION_ERROR" | "OFFLINE" | "other" {
  const code = error instanceof ApiError ? error.code : "";
  return code === "FORBIDDEN" || code === "VALIDATION_ERROR" || code === "OFFLINE" ? code : "other";
}
