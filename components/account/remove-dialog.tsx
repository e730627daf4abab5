"use client";

import { useTranslations } from "next-intl";
import type { FormEvent } from "react";
import { useSecretChange } from "#components/secrets/use-secret-change.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Failure } from "#components/ui/failure.tsx";
import { removeSecondFactor } from "#lib/browser/account.ts";
import { problemOf } from "./problem-of.ts";

type Props = { email: string; required: boolean; onRemoved: () => void; onClosed: () => void };

/** Says what goes with the second factor before it goes. */
export function RemoveDialog({ email, required, onRemoved, onClosed }: Props) {
  const t = useTranslations("account.remove");
  const problem = useTranslations("account.problem");
  const { run, isPending, error, stepUp } = useSecretChange(removeSecondFactor, { email, onSuccess: onRemoved });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) run(undefined);
  };
  return (
    <Dialog title={t("title")} about={t(required ? "aboutRequired" : "about")} busy={isPending} onClosed={onClosed}>
      <div>
        <form method="post" onSubmit={submit} className="space-y-4">
          <Failure says={error && problem(problemOf(error))} />
          <div className="flex flex-wrap justify-end gap-2">
            <Button variant="ghost" onClick={onClosed} disabled={isPending}>
              {t("cancel")}
            </Button>
            <Button type="submit" variant="destructive" aria-disabled={isPending}>
              {isPending ? t("working") : t("submit")}
            </Button>
          </div>
        </form>
        {stepUp}
      </div>
    </Dialog>
  );
}
