"use client";

import { Menu, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useRef } from "react";
import { Button } from "#components/ui/button.tsx";
import { LightDialog } from "#components/ui/dialog.tsx";
import type { Role } from "#lib/contract/access/user.ts";
import { SidebarNav } from "./sidebar-nav.tsx";
import { Wordmark } from "./wordmark.tsx";

/** The sidebar where there is no room for it: the platform's own modal dialog holds focus and closes on Escape. */
export function MobileNav({ role, sandbox, footer }: { role: Role; sandbox: boolean; footer: ReactNode }) {
  const t = useTranslations("shell");
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => dialog.current?.close();
  return (
    <div className="md:hidden">
      <Button variant="ghost" size="icon" aria-label={t("openMenu")} onClick={() => dialog.current?.showModal()}>
        <Menu aria-hidden />
      </Button>
      <LightDialog
        ref={dialog}
        aria-label={t("navigation")}
        className="m-0 h-dvh max-h-none w-64 max-w-[85vw] border-r bg-background"
      >
        <div className="flex h-full flex-col p-3">
          <div className="mb-4 flex items-center justify-between px-1">
            <Wordmark />
            <Button variant="ghost" size="icon" aria-label={t("closeMenu")} onClick={close}>
              <X aria-hidden />
            </Button>
          </div>
          <nav aria-label={t("navigation")} className="flex-1">
            <SidebarNav role={role} sandbox={sandbox} onNavigate={close} />
          </nav>
          {footer}
        </div>
      </LightDialog>
    </div>
  );
}
