"use client";

import { useMutation } from "@tanstack/react-query";
import { CircleCheck, CircleHelp, CircleX, ShieldAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { FormEvent } from "react";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Section } from "#components/verification/section.tsx";
import { checkKey } from "#lib/browser/keys.ts";
import type { ListedKey } from "#lib/contract/api-key-list.ts";
import { KeyProblem } from "./key-problem.tsx";

const MARKS = {
  works: [CircleCheck, "text-done"],
  invalid: [CircleX, "text-failed"],
  forbidden: [ShieldAlert, "text-medium"],
  unknown: [CircleHelp, "text-muted-foreground"],
} as const;

/** Whether a key that somebody has works. The field is emptied at once: nobody reads it over a shoulder. */
export function CheckSection({ keys }: { keys: readonly ListedKey[] }) {
  const t = useTranslations("keys.check");
  const { mutate, data, error, isPending, reset } = useMutation({ mutationFn: checkKey });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const key = String(new FormData(form).get("api_key")).trim();
    if (key === "" || isPending) return;
    mutate(key);
    form.reset();
  };
  const same = data && keys.find(({ fingerprint }) => fingerprint === data.fingerprint);
  const [Mark, tone] = data ? MARKS[data.result] : [];
  return (
    <Section id="check-key" title={t("title")}>
      <form method="post" onSubmit={submit} className="flex flex-col gap-3">
        <Field
          label={t("field")}
          hint={t("hint")}
          name="api_key"
          type="password"
          required
          maxLength={500}
          autoComplete="off"
          spellCheck={false}
          onChange={() => (data || error) && reset()}
        />
        <Button type="submit" variant="outline" aria-disabled={isPending} className="self-start">
          {isPending ? t("checking") : t("submit")}
        </Button>
        <div role="status" className="text-sm empty:hidden">
          {data && Mark && (
            <p className="flex items-start gap-2">
              <Mark aria-hidden className={`mt-0.5 size-4 shrink-0 ${tone}`} />
              <span>
                <strong className="block font-medium">{t(`result.${data.result}.title`)}</strong>
                <span className="text-muted-foreground">{t(`result.${data.result}.body`)}</span>
                {same && <span className="wrap-anywhere block">{t("same", { name: same.name ?? same.id })}</span>}
              </span>
            </p>
          )}
        </div>
        <KeyProblem error={error} action="check" />
      </form>
    </Section>
  );
}
