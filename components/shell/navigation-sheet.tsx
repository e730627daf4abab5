"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Role } from "#lib/contract/access/user.ts";
import { Button } from "@/components/ui/button";
import { Sheet, SheetClose, SheetContent } from "@/components/ui/sheet";
import { SidebarNav } from "./navigation.tsx";
import { Wordmark } from "./wordmark.tsx";

type Props = { role: Role; sandbox: boolean; footer: ReactNode; onClosed: () => void };

/** The sidebar above the page. */
export function NavigationSheet({ role, sandbox, footer, onClosed }: Props) {
  const t = useTranslations("shell");
  return (
    <Sheet open onOpenChange={(open) => !open && onClosed()}>
      <SheetContent aria-label={t("navigation")} className="p-3">
        <div className="mb-4 flex items-center justify-between px-1">
          <Wordmark />
          <SheetClose asChild>
            <Button variant="ghost" size="icon" aria-label={t("closeMenu")}>
              <X aria-hidden />
            </Button>
          </SheetClose>
        </div>
        <nav aria-label={t("navigation")} className="flex-1">
          <SidebarNav role={role} sandbox={sandbox} onNavigate={onClosed} />
        </nav>
        {footer}
      </SheetContent>
    </Sheet>
  );
}
