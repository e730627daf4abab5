"use client";

import { CircleCheck, CircleHelp, CircleX, ShieldAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { SecretField } from "#components/secrets/secret-field.tsx";
import { Button } from "#components/ui/button.tsx";
import { Section } from "#components/verification/section.tsx";
import type { ListedKey } from "#lib/contract/keys/keys.ts";
import { KeyProblem } from "./key-problem.tsx";
import { useKeyCheck } from "./use-key-check.ts";

const MARKS = {
  works: [CircleCheck, "text-done"],
  invalid: [CircleX, "text-failed"],
  forbidden: [ShieldAlert, "text-medium"],
  unknown: [CircleHelp, "text-muted-foreground"],
} as const;

/** Whether a key that somebody has works. */
export function CheckSection({ keys }: { keys: readonly ListedKey[] }) {
  const t = useTranslations("keys.check");
  const { data, error, isPending, submit, onChange } = useKeyCheck("api_key");
  const same = data && keys.find(({ fingerprint }) => fingerprint === data.fingerprint);
  const [Mark, tone] = data ? MARKS[data.result] : [];
  return (
    <Section id="check-key" title={t("title")}>
      <form method="post" onSubmit={submit} className="flex flex-col gap-3">
        <SecretField label={t("field")} hint={t("hint")} name="api_key" required onChange={onChange} />
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
