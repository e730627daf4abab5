"use client";

import { useTranslations } from "next-intl";
import { Field } from "#components/ui/field.tsx";
import { PASSWORD_MAX, PASSWORD_MIN } from "#lib/contract/access/user.ts";
import { passwordProblem } from "./password-problem.ts";

type Props = { label: string; error: unknown; autoFocus?: boolean };

/** A password to be chosen: how long it has to be, and why the last one was refused. The server judges it. */
export function NewPasswordField({ label, error, autoFocus = false }: Props) {
  const t = useTranslations("access.newPassword");
  const problem = passwordProblem(error);
  return (
    <Field
      // What was refused is typed anew, from where the reader is.
      key={problem}
      label={label}
      hint={t("hint", { count: PASSWORD_MIN })}
      error={problem ? t(problem, { count: PASSWORD_MIN }) : undefined}
      name="new-password"
      type="password"
      autoComplete="new-password"
      required
      maxLength={PASSWORD_MAX}
      autoFocus={autoFocus || problem !== null}
    />
  );
}
