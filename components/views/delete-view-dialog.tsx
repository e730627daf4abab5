"use client";

import { useTranslations } from "next-intl";
import { ChangeDialog } from "#components/secrets/secret-change.tsx";
import { viewKeys } from "#lib/browser/query-keys.ts";
import { deleteView } from "#lib/browser/views.ts";
import type { View } from "#lib/contract/verifications/view.ts";

export function DeleteViewDialog({ view, onClosed }: { view: View; onClosed: () => void }) {
  const t = useTranslations("views.delete");
  return (
    <ChangeDialog
      of="views.delete"
      values={{ name: view.name }}
      about={view.shared && t("aboutShared")}
      destructive
      act={() => deleteView(view.view_id)}
      changes={[viewKeys.list()]}
      onClosed={onClosed}
      failure={{ words: "views.problem" }}
    />
  );
}
