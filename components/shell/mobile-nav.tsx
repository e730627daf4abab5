"use client";

import { Menu } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, type ReactNode, Suspense, useState } from "react";
import type { Role } from "#lib/contract/access/user.ts";
import { Button } from "@/components/ui/button";

const loadSheet = () => import("./navigation-sheet.tsx");
const NavigationSheet = lazy(() => loadSheet().then((code) => ({ default: code.NavigationSheet })));

type Props = { role: Role; sandbox: boolean; footer: ReactNode };

/** Opens the sidebar on narrow windows. Its code is loaded on the first press. */
export function MobileNav(props: Props) {
  const t = useTranslations("shell");
  const [open, setOpen] = useState(false);
  return (
    <div className="md:hidden">
      <Button
        variant="ghost"
        size="icon"
        aria-label={t("openMenu")}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerDown={() => void loadSheet()}
        onClick={() => setOpen(true)}
      >
        <Menu aria-hidden />
      </Button>
      <Suspense>{open && <NavigationSheet {...props} onClosed={() => setOpen(false)} />}</Suspense>
    </div>
  );
}
