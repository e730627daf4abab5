"use client";

import { useTranslations } from "next-intl";
import type { FormEvent } from "react";
import { CodeField } from "#components/access/code-field.tsx";
import { useSecretChange } from "#components/secrets/use-secret-change.tsx";
import { Button } from "#components/ui/button.tsx";
import { Failure } from "#components/ui/failure.tsx";
import { confirmEnrolment } from "#lib/browser/users.ts";
import type { Enrolment } from "#lib/contract/access/user.ts";
import { problemOf } from "./problem-of.ts";
import { QrCode } from "./qr-code.tsx";

type Props = {
  enrolment: Enrolment;
  email: string;
  onConfirmed: (recoveryCodes: string[]) => void;
  onCancelled: () => void;
};

/** An authenticator learns the secret, by its camera or by hand, and shows with a first code that it has. */
export function EnrolForm({ enrolment: { secret, uri }, email, onConfirmed, onCancelled }: Props) {
  const t = useTranslations("account.enrol");
  const problem = useTranslations("account.problem");
  const { run, isPending, error, stepUp } = useSecretChange(confirmEnrolment, {
    email,
    onSuccess: ({ recovery_codes }) => onConfirmed(recovery_codes),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isPending) run(String(new FormData(event.currentTarget).get("code")));
  };
  const wrong = error && problemOf(error) === "SECOND_FACTOR_WRONG";
  return (
    <div>
      <form method="post" onSubmit={submit} className="flex flex-col gap-6 sm:flex-row">
        <QrCode text={uri} label={t("qr")} />
        <div className="min-w-0 max-w-md space-y-4">
          <ol className="list-decimal space-y-1.5 pl-5 text-sm">
            <li>{t("scan")}</li>
            <li>{t("type")}</li>
          </ol>
          <div className="space-y-1">
            <p className="text-muted-foreground text-xs">{t("secret")}</p>
            <code translate="no" className="wrap-anywhere block select-all font-mono text-sm">
              {(secret.match(/.{1,4}/g) ?? []).join(" ")}
            </code>
          </div>
          <CodeField
            label={t("code")}
            hint={t("codeHint")}
            error={wrong ? problem("SECOND_FACTOR_WRONG") : undefined}
            autoFocus
          />
          <Failure says={error && !wrong ? problem(problemOf(error)) : null} />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" aria-disabled={isPending}>
              {isPending ? t("working") : t("confirm")}
            </Button>
            <Button variant="ghost" disabled={isPending} onClick={onCancelled}>
              {t("cancel")}
            </Button>
          </div>
        </div>
      </form>
      {stepUp}
    </div>
  );
}
