"use client";

import { useTranslations } from "next-intl";
import { ChangeDialog } from "#components/secrets/change-dialog.tsx";
import { useSecretChange } from "#components/secrets/use-secret-change.tsx";
import { Failure } from "#components/ui/failure.tsx";
import { removeSecondFactor } from "#lib/browser/users.ts";
import { problemOf } from "./problem-of.ts";

type Props = { email: string; required: boolean; onRemoved: () => void; onClosed: () => void };

/** Says what goes with the second factor before it goes. */
export function RemoveDialog({ email, required, onRemoved, onClosed }: Props) {
  const t = useTranslations("account.remove");
  const problem = useTranslations("account.problem");
  const { run, isPending, error, stepUp } = useSecretChange(removeSecondFactor, { email, onSuccess: onRemoved });
  return (
    <ChangeDialog
      title={t("title")}
      about={t(required ? "aboutRequired" : "about")}
      words={{ cancel: t("cancel"), submit: t("submit"), working: t("working") }}
      destructive
      busy={isPending}
      failure={<Failure says={error && problem(problemOf(error))} />}
      stepUp={stepUp}
      onSubmit={() => run(undefined)}
      onClosed={onClosed}
    />
  );
}
