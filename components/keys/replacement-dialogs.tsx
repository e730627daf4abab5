"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ActionDialog } from "#components/page/action-dialog.tsx";
import { ActionFailure } from "#components/page/words.tsx";
import { useSecretChange } from "#components/secrets/secret-change.tsx";
import {
  cancelKeyReplacement,
  finishKeyReplacement,
  type ReplacementKey,
  startKeyReplacement,
} from "#lib/browser/keys.ts";
import type { KeyReplacement, ListedKeys } from "#lib/contract/keys/keys.ts";
import { Button } from "@/components/ui/button";
import { OrphanChoice } from "./key-choice.tsx";
import { type ChangeProps, type DialogProps, type KeyDialogProps, TypedNameDialog } from "./key-dialogs.tsx";

/** For every change of a replacement: the keys once they are loaded, and what to do with a created key or an ended replacement. */
export type ReplacingProps = ChangeProps & {
  keys: ListedKeys | undefined;
  onCreated: (answer: ReplacementKey) => void;
  onEnded: (ended: KeyReplacement) => void;
};

type StartProps = KeyDialogProps & Pick<ReplacingProps, "onCreated">;

/** Explains the steps of replacing a key before a new one is created. */
export function StartDialog({ listed, email, onCreated, onSettled, onClosed }: StartProps) {
  const t = useTranslations("keys.replacement.start");
  const { run, isPending, error, stepUp } = useSecretChange(() => startKeyReplacement(listed.id), {
    email,
    onSuccess: onCreated,
    onSettled,
  });
  return (
    <ActionDialog
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
      <ActionFailure words="keys.problem" error={error} action="replace" />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onClick={onClosed} disabled={isPending}>
          {t("cancel")}
        </Button>
        <Button aria-disabled={isPending} onClick={() => run(undefined)}>
          {isPending ? t("creating") : t("submit")}
        </Button>
      </div>
      {stepUp}
    </ActionDialog>
  );
}

type EndProps = DialogProps & Pick<ReplacingProps, "onEnded"> & { replacement: KeyReplacement };

/** Deletes the old key, once its name has been typed. */
export function FinishDialog({ replacement, onEnded, ...props }: EndProps) {
  const t = useTranslations("keys.replacement.finish");
  const name = replacement.old_name;
  return (
    <TypedNameDialog
      {...props}
      title={t("title", { name })}
      about={t("about", { newName: replacement.new_name ?? "" })}
      name={name}
      submit={t("submit")}
      submitting={t("deleting")}
      action="replace"
      act={() => finishKeyReplacement(replacement.id)}
      onDone={onEnded}
    />
  );
}

/** Cancels a replacement: the new key is deleted once its name has been typed, and the old one stays. */
export function CancelDialog({ replacement, keys, onEnded, ...props }: EndProps & Pick<ReplacingProps, "keys">) {
  const t = useTranslations("keys.replacement.cancel");
  const [orphan, setOrphan] = useState<string | null | undefined>(undefined);
  const { candidates, old_name, new_key_id } = replacement;
  const name = new_key_id === null ? old_name : (replacement.new_name ?? new_key_id);
  return (
    <TypedNameDialog
      {...props}
      title={t("title", { name: old_name })}
      about={
        <>
          <p>{t(new_key_id === null ? "aboutNone" : "about", { name })}</p>
          {candidates !== null && (
            <OrphanChoice candidates={candidates} keys={keys} value={orphan} onChange={setOrphan} />
          )}
        </>
      }
      name={name}
      submit={t("submit")}
      submitting={t("deleting")}
      action="replace"
      act={() => cancelKeyReplacement({ replacement, ...(orphan === undefined ? {} : { orphan }) })}
      onDone={onEnded}
    />
  );
}
