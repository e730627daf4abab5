"use client";

import { useTranslations } from "next-intl";
import { deleteKey } from "#lib/browser/keys.ts";
import type { ListedKey } from "#lib/contract/api-key-list.ts";
import { TypedNameDialog } from "./typed-name-dialog.tsx";

type Props = {
  listed: ListedKey;
  email: string;
  onDeleted: () => void;
  onSettled: () => void;
  onClosed: () => void;
};

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
