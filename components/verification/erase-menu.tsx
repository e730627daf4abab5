"use client";

import { Ellipsis, Eraser } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useState } from "react";
import { LaterMenu } from "#components/page/later-popup.tsx";
import { Button } from "@/components/ui/button";

const loadDialog = () => import("./erase-dialog.tsx");

/** Loaded on first use. */
const EraseDialog = lazy(() => loadDialog().then((code) => ({ default: code.EraseDialog })));

type Props = { verificationId: string };

/** Rare actions of few users, apart from the page's buttons. */
export function EraseMenu({ verificationId }: Props) {
  const t = useTranslations("privacy.erase");
  const [confirming, setConfirming] = useState(false);
  return (
    <span className="print:hidden">
      <LaterMenu
        hint={t("more")}
        trigger={
          <Button
            variant="ghost"
            size="icon"
            aria-label={t("more")}
            onPointerEnter={() => void loadDialog()}
            onFocus={() => void loadDialog()}
          >
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        {({ DropdownMenuContent, DropdownMenuItem }) => (
          <DropdownMenuContent align="end">
            <DropdownMenuItem onSelect={() => setConfirming(true)}>
              <Eraser aria-hidden />
              {t("action")}
            </DropdownMenuItem>
          </DropdownMenuContent>
        )}
      </LaterMenu>
      <Suspense>
        {confirming && <EraseDialog verificationId={verificationId} onClosed={() => setConfirming(false)} />}
      </Suspense>
    </span>
  );
}
