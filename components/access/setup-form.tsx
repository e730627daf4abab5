"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Failure } from "#components/kit/message.tsx";
import { useErrorWords } from "#components/kit/words.tsx";
import { signIn } from "#lib/access/browser/session.ts";
import type { SetupInput } from "#lib/access/contract/access-input.ts";
import { api } from "#lib/platform/browser/api.ts";
import { Button } from "@/components/ui/button";
import { EmailField, NameField, NewPasswordField, passwordProblem } from "./credentials.tsx";
import { FormCard } from "./form-card.tsx";

/** Creates the first admin, by the one-time link that the launcher printed. */
export function SetupForm() {
  const t = useTranslations("access.setup");
  const problem = useErrorWords("access.setup.problem");
  const create = useMutation({
    mutationFn: async (setup: SetupInput) => {
      await api("POST /api/setup", { body: setup });
      await signIn({ email: setup.email, password: setup.password });
    },
    gcTime: 0,
    onSuccess: () => window.location.assign("/"),
  });
  const send = (form: FormData) => {
    if (create.isPending) return;
    const text = (name: string) => String(form.get(name) ?? "");
    create.mutate({
      token: window.location.hash.slice(1),
      email: text("email"),
      name: text("name"),
      password: text("new-password"),
    });
  };
  const busy = create.isPending || create.isSuccess;
  const says = create.isError && !passwordProblem(create.error) ? problem(create.error) : null;
  return (
    <FormCard title={t("title")} purpose={t("purpose")} onSend={send}>
      <NameField label={t("name")} defaultValue={create.variables?.name} autoFocus />
      <EmailField label={t("email")} defaultValue={create.variables?.email} />
      <NewPasswordField label={t("password")} error={create.error} />
      <Failure says={says} />
      <Button type="submit" className="w-full" disabled={busy}>
        {busy ? t("creating") : t("submit")}
      </Button>
    </FormCard>
  );
}
