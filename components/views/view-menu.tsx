"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Ellipsis, PencilLine, Trash2, Users } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useState } from "react";
import { ActionDialog } from "#components/page/action-dialog.tsx";
import { LaterMenu } from "#components/page/later-popup.tsx";
import { Failure } from "#components/page/message.tsx";
import { useErrorWords } from "#components/page/words.tsx";
import { viewKeys } from "#lib/browser/query-keys.ts";
import { deleteView } from "#lib/browser/views.ts";
import type { View } from "#lib/contract/verifications/view.ts";
import { Button } from "@/components/ui/button";

const ChangeViewDialog = lazy(() =>
  import("./save-view-dialog.tsx").then((code) => ({ default: code.ChangeViewDialog })),
);

type Props = { view: View; mayShare: boolean };

/** What can be done with the view that is open. */
export function ViewMenu({ view, mayShare }: Props) {
  const t = useTranslations("views.menu");
  const [open, setOpen] = useState<"change" | "delete" | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <LaterMenu
        hint={t("open", { name: view.name })}
        trigger={
          <Button variant="ghost" size="icon" aria-label={t("open", { name: view.name })}>
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        {({ DropdownMenuContent, DropdownMenuItem, DropdownMenuLabel }) => (
          <DropdownMenuContent align="end">
            {view.shared && (
              <DropdownMenuLabel className="flex items-center gap-1.5">
                <Users aria-hidden className="size-3.5" />
                {t("shared")}
              </DropdownMenuLabel>
            )}
            <DropdownMenuItem onSelect={() => setOpen("change")}>
              <PencilLine aria-hidden />
              {t(mayShare ? "change" : "rename")}
            </DropdownMenuItem>
            <DropdownMenuItem onSelect={() => setOpen("delete")}>
              <Trash2 aria-hidden />
              {t("delete")}
            </DropdownMenuItem>
          </DropdownMenuContent>
        )}
      </LaterMenu>
      <Suspense>{open === "change" && <ChangeViewDialog view={view} mayShare={mayShare} onClosed={close} />}</Suspense>
      {open === "delete" && <DeleteDialog view={view} onClosed={close} />}
    </>
  );
}

function DeleteDialog({ view, onClosed }: { view: View; onClosed: () => void }) {
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
        <Button variant="destructive" aria-disabled={gone.isPending} onClick={() => !gone.isPending && gone.mutate()}>
          {t("deleteIt")}
        </Button>
      </div>
    </ActionDialog>
  );
}
