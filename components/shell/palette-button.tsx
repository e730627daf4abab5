"use client";

import { Search } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { LightDialog } from "#components/ui/dialog.tsx";
import type { SessionUser } from "#lib/contract/access/user.ts";

const loadPalette = () => import("./palette.tsx");
const Palette = dynamic(() => loadPalette().then((module) => module.Palette), { ssr: false });

/** Opens the palette, by button or Ctrl/Cmd+K. Its code comes when it is first wanted. */
export function PaletteButton({ user, sandbox }: { user: SessionUser; sandbox: boolean }) {
  const t = useTranslations("shell.palette");
  const dialog = useRef<HTMLDialogElement>(null);
  // A new number is a new opening: the palette starts empty each time.
  const [opening, setOpening] = useState(0);
  const open = useCallback(() => {
    if (dialog.current?.open) return;
    setOpening((count) => count + 1);
    dialog.current?.showModal();
  }, []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      open();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [open]);
  return (
    <>
      <Button
        variant="outline"
        size="snug"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={open}
        onPointerEnter={() => void loadPalette()}
        className="text-muted-foreground md:mr-1 max-md:size-8 max-md:border-0 max-md:bg-transparent"
      >
        <Search aria-hidden />
        <span className="max-md:sr-only">{t("open")}</span>
        <kbd aria-hidden className="ml-2 rounded border border-border px-1 font-sans text-[0.6875rem] max-md:hidden">
          Ctrl K
        </kbd>
      </Button>
      <LightDialog
        ref={dialog}
        aria-label={t("title")}
        className="mx-auto mt-[12vh] mb-auto w-[36rem] max-w-[calc(100vw-1.5rem)] overflow-hidden rounded-xl border bg-card shadow-black/20 shadow-xl"
      >
        {opening > 0 && <Palette key={opening} user={user} sandbox={sandbox} onDone={() => dialog.current?.close()} />}
      </LightDialog>
    </>
  );
}
