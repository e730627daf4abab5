"use client";

import { Ellipsis, Eraser, FileCheck, Lock } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useCurrentUser } from "#components/kit/current-user.tsx";
import { LazyMenu } from "#components/kit/lazy-popup.tsx";
import { Button } from "@/components/ui/button";

const loadDialog = () => import("#components/records/file/erase-dialog.tsx");

const EraseDialog = dynamic(() => loadDialog().then((module) => module.EraseDialog));
const PlaceHoldDialog = dynamic(() =>
  import("#components/desk/custody/custody-dialogs.tsx").then((module) => module.PlaceHoldDialog),
);
const PackageDialog = dynamic(() =>
  import("#components/records/file/package-dialog.tsx").then((module) => module.PackageDialog),
);

type Props = { verificationId: string };

/** Rarely used actions of few users, separate from the page's buttons. */
export function EraseMenu({ verificationId }: Props) {
  const t = useTranslations("privacy.erase");
  const hold = useTranslations("custody.place");
  const packing = useTranslations("privacy.package");
  const { may } = useCurrentUser();
  const [open, setOpen] = useState<"erase" | "hold" | "package" | null>(null);
  const close = () => setOpen(null);
  const actions = [
    { dialog: "erase", permission: "verifications.erase", icon: Eraser, name: t("action") },
    { dialog: "hold", permission: "privacy.manage", icon: Lock, name: hold("action") },
    { dialog: "package", permission: "evidence.read", icon: FileCheck, name: packing("action") },
  ] as const;
  return (
    <span className="print:hidden">
      <LazyMenu
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
            {actions.map(
              ({ dialog, permission, icon: Icon, name }) =>
                may(permission) && (
                  <DropdownMenuItem key={dialog} onSelect={() => setOpen(dialog)}>
                    <Icon aria-hidden />
                    {name}
                  </DropdownMenuItem>
                ),
            )}
          </DropdownMenuContent>
        )}
      </LazyMenu>
      {open === "erase" && <EraseDialog verificationId={verificationId} onClosed={close} />}
      {open === "package" && <PackageDialog verificationId={verificationId} onClosed={close} />}
      {open === "hold" && <PlaceHoldDialog subject={{ verification_id: verificationId }} onClosed={close} />}
    </span>
  );
}
