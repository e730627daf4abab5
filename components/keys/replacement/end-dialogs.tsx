"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { DialogProps, ReplacingProps } from "#components/keys/props.ts";
import { TypedNameDialog } from "#components/keys/typed-name-dialog.tsx";
import { cancelKeyReplacement, finishKeyReplacement } from "#lib/browser/keys.ts";
import type { KeyReplacement } from "#lib/contract/keys/keys.ts";
import { OrphanChoice } from "./orphan-choice.tsx";

type Props = DialogProps & Pick<ReplacingProps, "onEnded"> & { replacement: KeyReplacement };

/** Deletes the old key, once its name has been typed. */
export function FinishDialog({ replacement, onEnded, ...props }: Props) {
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

/** Gives it up: the new key, whose name is typed, is deleted and the old one stays. */
export function CancelDialog({ replacement, keys, onEnded, ...props }: Props & Pick<ReplacingProps, "keys">) {
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
