import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Role } from "#lib/platform/manifest.ts";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@/components/ui/dialog";
import { SidebarNav } from "./navigation.tsx";
import { Wordmark } from "./wordmark.tsx";

type Props = { role: Role; sandbox: boolean; footer: ReactNode; onClosed: () => void };

export function NavigationSheet({ role, sandbox, footer, onClosed }: Props) {
  const t = useTranslations("shell");
  return (
    <Dialog open onOpenChange={(open) => !open && onClosed()}>
      <DialogContent
        aria-label={t("navigation")}
        className="inset-y-0 right-auto left-0 m-0 h-dvh max-h-none w-64 max-w-[85vw] gap-0 rounded-none border-0 border-r bg-background p-3 text-foreground"
      >
        <div className="mb-4 flex items-center justify-between px-1">
          <Wordmark />
          <DialogClose asChild>
            <Button variant="ghost" size="icon" aria-label={t("closeMenu")}>
              <X aria-hidden />
            </Button>
          </DialogClose>
        </div>
        <nav aria-label={t("navigation")} className="flex-1">
          <SidebarNav role={role} sandbox={sandbox} onNavigate={onClosed} />
        </nav>
        {footer}
      </DialogContent>
    </Dialog>
  );
}
