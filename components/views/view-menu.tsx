"use client";

import { Ellipsis, PencilLine, Trash2, Users } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useState } from "react";
import { LaterMenu } from "#components/page/later-popup.tsx";
import type { View } from "#lib/contract/verifications/view.ts";
import { Button } from "@/components/ui/button";

const ChangeViewDialog = lazy(() =>
  import("./save-view-dialog.tsx").then((code) => ({ default: code.ChangeViewDialog })),
);

const DeleteViewDialog = lazy(() =>
  import("./delete-view-dialog.tsx").then((code) => ({ default: code.DeleteViewDialog })),
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
      <Suspense>{open === "delete" && <DeleteViewDialog view={view} onClosed={close} />}</Suspense>
    </>
  );
}
