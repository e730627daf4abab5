"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ActionDialog } from "#components/page/action-dialog.tsx";
import { Failure } from "#components/page/message.tsx";
import { useErrorWords } from "#components/page/words.tsx";
import { viewKeys } from "#lib/browser/query-keys.ts";
import { deleteView } from "#lib/browser/views.ts";
import type { View } from "#lib/contract/verifications/view.ts";
import { Button } from "@/components/ui/button";

/** Asks before a view is deleted, and names its owner. */
export function DeleteViewDialog({ view, onClosed }: { view: View; onClosed: () => void }) {
  const t = useTranslations("views.dialog");
  const problem = useErrorWords("views.problem");
  const client = useQueryClient();
  const gone = useMutation({
    mutationFn: () => deleteView(view.view_id),
    onSuccess: async () => {
      onClosed();
      await client.invalidateQueries({ queryKey: viewKeys.list() });
    },
  });
  return (
    <ActionDialog
      title={t("delete", { name: view.name })}
      about={t(view.shared ? "deleteShared" : "deleteOwn")}
      busy={gone.isPending}
      onClosed={onClosed}
    >
      <Failure says={gone.error && problem(gone.error)} />
      <div className="flex justify-end gap-2">
        <Button variant="ghost" onClick={onClosed}>
          {t("cancel")}
        </Button>
        <Button variant="destructive" aria-disabled={gone.isPending} onClick={() => gone.mutate()}>
          {t("deleteIt")}
        </Button>
      </div>
    </ActionDialog>
  );
}
