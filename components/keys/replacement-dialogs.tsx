"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ChangeDialog } from "#components/secrets/secret-change.tsx";
import {
  cancelKeyReplacement,
  finishKeyReplacement,
  type ReplacementKey,
  startKeyReplacement,
} from "#lib/browser/keys.ts";
import type { KeyReplacement, ListedKeys } from "#lib/contract/keys/keys.ts";
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
export function StartDialog({ listed, onCreated, ...props }: StartProps) {
  const t = useTranslations("keys.replacement.start");
  return (
    <ChangeDialog
      {...props}
      title={t("title", { name: listed.name ?? listed.id })}
      about={t("about")}
      words={{ cancel: t("cancel"), submit: t("submit"), working: t("creating") }}
      act={() => startKeyReplacement(listed.id)}
      onDone={onCreated}
      failure={{ words: "keys.problem", action: "replace" }}
    >
      <ol className="list-decimal space-y-1 pl-5 text-sm">
        {(["create", "store", "switch", "delete"] as const).map((step) => (
          <li key={step}>{t(`steps.${step}`)}</li>
        ))}
      </ol>
    </ChangeDialog>
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
      words={{ submit: t("submit"), working: t("deleting") }}
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
      words={{ submit: t("submit"), working: t("deleting") }}
      action="replace"
      act={() => cancelKeyReplacement({ replacement, ...(orphan === undefined ? {} : { orphan }) })}
      onDone={onEnded}
    />
  );
}
