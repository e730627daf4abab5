"use client";

import { useTranslations } from "next-intl";
import { deleteKey } from "#lib/browser/keys.ts";
import type { KeyDialogProps } from "./props.ts";
import { TypedNameDialog } from "./typed-name-dialog.tsx";

type Props = KeyDialogProps & { onDeleted: () => void };

/** Deletes a key by hand. */
export function DeleteDialog({ listed, onDeleted, ...props }: Props) {
  const t = useTranslations("keys.delete");
  const name = listed.name ?? listed.id;
  return (
    <TypedNameDialog
      {...props}
      title={t("title", { name })}
      about={t("about")}
      name={name}
      submit={t("submit")}
      submitting={t("deleting")}
      action="delete"
      act={() => deleteKey(listed.id)}
      onDone={onDeleted}
    />
  );
}
