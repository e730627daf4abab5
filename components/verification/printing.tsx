"use client";

import { Printer } from "lucide-react";
import { useFormatter, useTimeZone, useTranslations } from "next-intl";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "#components/ui/button.tsx";
import type { Freshness } from "#lib/contract/verifications/verification.ts";

/** `preparing`: what is not loaded yet is on its way, since a printed file is a whole one. */
type PrintState = "idle" | "preparing" | "printing";
type Printing = { state: PrintState; start: () => void; prepared: () => void };

const PrintContext = createContext<Printing>({ state: "idle", start: () => undefined, prepared: () => undefined });

export const usePrinting = (): Printing => useContext(PrintContext);

/**
 * Opens all that is folded while the page is printed, however that was started, and folds it again. `start` has the rest
 * of the file loaded first; who loads it calls `prepared`.
 */
export function PrintProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<PrintState>("idle");
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let opened: HTMLDetailsElement[] = [];
    const before = () => {
      // The browser prints the page as it is when this returns.
      flushSync(() => setState("printing"));
      opened = [...(area.current?.querySelectorAll<HTMLDetailsElement>("details:not([open])") ?? [])];
      for (const details of opened) details.open = true;
    };
    const after = () => {
      for (const details of opened) details.open = false;
      opened = [];
      setState("idle");
    };
    window.addEventListener("beforeprint", before);
    window.addEventListener("afterprint", after);
    return () => {
      window.removeEventListener("beforeprint", before);
      window.removeEventListener("afterprint", after);
    };
  }, []);
  const start = useCallback(() => setState("preparing"), []);
  const prepared = useCallback(() => {
    setState("idle");
    // After what was loaded has been drawn.
    requestAnimationFrame(() => window.print());
  }, []);
  const value = useMemo(() => ({ state, start, prepared }), [state, start, prepared]);
  return (
    <PrintContext value={value}>
      <div ref={area} className="contents">
        {children}
      </div>
    </PrintContext>
  );
}

/** Has the whole file loaded, and printed. */
export function PrintAction() {
  const t = useTranslations("verification.print");
  const { state, start } = usePrinting();
  const preparing = state === "preparing";
  return (
    <span className="print:hidden">
      <Button variant="outline" size="sm" aria-disabled={preparing} onClick={() => !preparing && start()}>
        <Printer aria-hidden />
        {t(preparing ? "preparing" : "action")}
      </Button>
      <span role="status" className="sr-only">
        {preparing ? t("preparing") : ""}
      </span>
    </span>
  );
}

const FULL = { dateStyle: "long", timeStyle: "long" } as const;

/** What only paper needs: which file it was, whole, when it was printed, and how fresh it was then. */
export function PrintedHead({ verificationId, freshness }: { verificationId: string; freshness: Freshness }) {
  const t = useTranslations("verification.print");
  const format = useFormatter();
  const zone = useTimeZone() ?? "UTC";
  const { state } = usePrinting();
  if (state !== "printing") return null;
  const { read_at } = freshness;
  const now = new Date();
  return (
    <div className="wrap-anywhere hidden text-xs print:block">
      <p>{t("id", { id: verificationId })}</p>
      <p>{window.location.href}</p>
      <p>{t("at", { at: format.dateTime(now, FULL) })}</p>
      <p>{t("zone", { zone, year: format.dateTime(now, { year: "numeric" }) })}</p>
      <p>{read_at === null ? t("neverRead") : t("readAt", { at: format.dateTime(new Date(read_at), FULL) })}</p>
    </div>
  );
}
