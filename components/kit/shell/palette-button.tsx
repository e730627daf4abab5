import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense, startTransition, useEffect, useRef, useState } from "react";
import type { SessionUser } from "#lib/platform/manifest.ts";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Kbd } from "@/components/ui/kbd";
import { NativeDialog } from "@/components/ui/native-dialog";
import { PALETTE_ID } from "./palette-key.ts";

const Palette = lazy(() => import("./palette.tsx").then((code) => ({ default: code.Palette })));

/**
 * The palette's dialog and field are part of the initial document: `palette-key.ts` opens them before hydration, and
 * typed text stays in the field, which React does not control. Results load with their own code.
 */
export function PaletteButton({ user, sandbox }: { user: SessionUser; sandbox: boolean }) {
  const t = useTranslations("shell.palette");
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  /** Whether Enter was pressed since the last change of the text, perhaps before any option was loaded. */
  const entered = useRef(false);
  /** Whether the results are rendered before the first opening. */
  const [ahead, setAhead] = useState(false);
  const [openings, setOpenings] = useState(0);
  useEffect(() => {
    // The user may have opened the palette before hydration.
    if (dialog.current?.open) setOpenings(1);
    // The first movement of the pointer, or the first key, renders the results in the closed dialog.
    const prepare = () => startTransition(() => setAhead(true));
    const ended = new AbortController();
    for (const type of ["pointermove", "keydown"]) {
      window.addEventListener(type, prepare, { once: true, passive: true, signal: ended.signal });
    }
    return () => ended.abort();
  }, []);
  const close = () => dialog.current?.close();
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => dialog.current?.showModal()}
        className="text-muted-foreground md:mr-1 max-md:size-8 max-md:border-0 max-md:bg-transparent"
      >
        <Search aria-hidden />
        <span className="max-md:sr-only">{t("open")}</span>
        <Kbd aria-hidden className="ml-2 max-md:hidden">
          Ctrl K
        </Kbd>
      </Button>
      <NativeDialog
        ref={dialog}
        id={PALETTE_ID}
        suppressHydrationWarning
        aria-label={t("title")}
        // Clears the text, so that the palette is empty when it opens again.
        onClose={() => {
          if (field.current) field.current.value = "";
          field.current?.dispatchEvent(new InputEvent("input", { bubbles: true }));
          entered.current = false;
        }}
        className="mx-auto mt-[12vh] mb-auto w-[36rem] max-w-[calc(100vw-1.5rem)] overflow-hidden rounded-xl border bg-card shadow-black/20 shadow-xl"
      >
        <Input
          ref={field}
          role="combobox"
          aria-label={t("title")}
          aria-expanded
          aria-controls={`${PALETTE_ID}-options`}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          placeholder={t("placeholder")}
          // Each opening of the dialog focuses this field.
          onFocus={() => startTransition(() => setOpenings((count) => count + 1))}
          onInput={() => {
            entered.current = false;
          }}
          onKeyDown={(event) => {
            if (event.key === "Enter" && !event.defaultPrevented) entered.current = true;
          }}
          className="h-12 rounded-none border-0 border-border border-b bg-transparent px-4 outline-none"
        />
        <Suspense>
          {(ahead || openings > 0) && (
            <Palette field={field} entered={entered} opening={openings} user={user} sandbox={sandbox} onDone={close} />
          )}
        </Suspense>
      </NativeDialog>
    </>
  );
}
