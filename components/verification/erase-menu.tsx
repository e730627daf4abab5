"use client";

import { Ellipsis, Eraser, FileCheck, Lock } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useState } from "react";
import { useCurrentUser } from "#components/page/current-user.tsx";
import { LaterMenu } from "#components/page/later-popup.tsx";
import { Button } from "@/components/ui/button";

const loadDialog = () => import("./erase-dialog.tsx");

/** Loaded on first use. */
const EraseDialog = lazy(() => loadDialog().then((code) => ({ default: code.EraseDialog })));

const PlaceHoldDialog = lazy(() =>
  import("#components/custody/hold-dialogs.tsx").then((code) => ({ default: code.PlaceHoldDialog })),
);

const PackageDialog = lazy(() => import("./package-dialog.tsx").then((code) => ({ default: code.PackageDialog })));

type Props = { verificationId: string };

/** Rare actions of few users, apart from the page's buttons. */
export function EraseMenu({ verificationId }: Props) {
  const t = useTranslations("privacy.erase");
  const hold = useTranslations("custody.place");
  const packing = useTranslations("privacy.package");
  const { may } = useCurrentUser();
  const [confirming, setConfirming] = useState(false);
  const [placing, setPlacing] = useState(false);
  const [taking, setTaking] = useState(false);
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
            {may("verifications.erase") && (
              <DropdownMenuItem onSelect={() => setConfirming(true)}>
                <Eraser aria-hidden />
                {t("action")}
              </DropdownMenuItem>
            )}
            {may("privacy.manage") && (
              <DropdownMenuItem onSelect={() => setPlacing(true)}>
                <Lock aria-hidden />
                {hold("action")}
              </DropdownMenuItem>
            )}
            {may("evidence.read") && (
              <DropdownMenuItem onSelect={() => setTaking(true)}>
                <FileCheck aria-hidden />
                {packing("action")}
              </DropdownMenuItem>
            )}
          </DropdownMenuContent>
        )}
      </LaterMenu>
      <Suspense>
        {confirming && <EraseDialog verificationId={verificationId} onClosed={() => setConfirming(false)} />}
        {taking && <PackageDialog verificationId={verificationId} onClosed={() => setTaking(false)} />}
        {placing && (
          <PlaceHoldDialog subject={{ verification_id: verificationId }} onClosed={() => setPlacing(false)} />
        )}
      </Suspense>
    </span>
  );
}
