"use client";

import { useTranslations } from "next-intl";
import { KeyProblem } from "#components/keys/key-problem.tsx";
import type { KeyDialogProps, ReplacingProps } from "#components/keys/props.ts";
import { useSecretChange } from "#components/secrets/use-secret-change.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { startKeyReplacement } from "#lib/browser/keys.ts";

type Props = KeyDialogProps & Pick<ReplacingProps, "onMinted">;

/** Says what replacing a key will ask of people, before anything is made. */
export function StartDialog({ listed, email, onMinted, onSettled, onClosed }: Props) {
  const t = useTranslations("keys.replacement.start");
  const { run, isPending, error, stepUp } = useSecretChange(() => startKeyReplacement(listed.id), {
    email,
    onSuccess: onMinted,
    onSettled,
  });
  return (
    <Dialog
      title={t("title", { name: listed.name ?? listed.id })}
      about={t("about")}
      busy={isPending}
      onClosed={onClosed}
    >
      <ol className="list-decimal space-y-1 pl-5 text-sm">
        {(["create", "store", "switch", "delete"] as const).map((step) => (
          <li key={step}>{t(`steps.${step}`)}</li>
        ))}
      </ol>
      <KeyProblem error={error} action="replace" />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onClick={onClosed} disabled={isPending}>
          {t("cancel")}
        </Button>
        <Button aria-disabled={isPending} onClick={() => !isPending && run(undefined)}>
          {isPending ? t("creating") : t("submit")}
        </Button>
      </div>
      {stepUp}
    </Dialog>
  );
}
