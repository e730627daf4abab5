import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ArrowLeft, ArrowRight, Ellipsis, PencilLine, Trash2, Users } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useState } from "react";
import { LazyMenu } from "#components/kit/lazy-popup.tsx";
import type { View } from "#lib/core/contract/verifications/view.ts";
import { viewsOptions } from "#lib/desk/browser/views.ts";
import { api } from "#lib/platform/browser/api.ts";
import { Button } from "@/components/ui/button";

const ChangeViewDialog = lazy(() => import("./view-dialogs.tsx").then((code) => ({ default: code.ChangeViewDialog })));

const DeleteViewDialog = lazy(() => import("./view-dialogs.tsx").then((code) => ({ default: code.DeleteViewDialog })));

type Props = {
  view: View;
  /** Shared views, in the team's order. */
  shared: readonly View[];
  mayShare: boolean;
};

export function ViewMenu({ view, shared, mayShare }: Props) {
  const t = useTranslations("views.menu");
  const client = useQueryClient();
  const order = useMutation({
    mutationFn: (view_ids: string[]) => api("PUT /api/views/order", { body: { view_ids } }),
    onSuccess: (views) => client.setQueryData(viewsOptions().queryKey, views),
  });
  const ids = shared.map(({ view_id }) => view_id);
  const place = ids.indexOf(view.view_id);
  const moveTo = (next: number) => order.mutate(ids.toSpliced(place, 1).toSpliced(next, 0, view.view_id));
  const [open, setOpen] = useState<"change" | "delete" | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <LazyMenu
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
              <span>{t(mayShare ? "change" : "rename")}</span>
            </DropdownMenuItem>
            {view.shared && place > 0 && (
              <DropdownMenuItem onSelect={() => moveTo(place - 1)}>
                <ArrowLeft aria-hidden />
                {t("before")}
              </DropdownMenuItem>
            )}
            {view.shared && place < ids.length - 1 && (
              <DropdownMenuItem onSelect={() => moveTo(place + 1)}>
                <ArrowRight aria-hidden />
                {t("after")}
              </DropdownMenuItem>
            )}
            <DropdownMenuItem onSelect={() => setOpen("delete")}>
              <Trash2 aria-hidden />
              {t("delete")}
            </DropdownMenuItem>
          </DropdownMenuContent>
        )}
      </LazyMenu>
      <p role="status" className="sr-only">
        {order.isError ? t("notMoved") : order.isSuccess && t("moved", { name: view.name, place: place + 1 })}
      </p>
      <Suspense>{open === "change" && <ChangeViewDialog view={view} mayShare={mayShare} onClosed={close} />}</Suspense>
      <Suspense>{open === "delete" && <DeleteViewDialog view={view} onClosed={close} />}</Suspense>
    </>
  );
}
