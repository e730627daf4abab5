"use client";

import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";

/** `preparing`: what is not loaded yet is on its way, since a printed file is a whole one. */
type PrintState = "idle" | "preparing" | "printing";
type Printing = { state: PrintState; start: () => void; prepared: () => void };

const PrintContext = createContext<Printing>({ state: "idle", start: () => undefined, prepared: () => undefined });

export const usePrinting = (): Printing => useContext(PrintContext);

/**
 * Opens all that is folded while the page is printed, however that was asked for, and folds it again. `start` has the rest
 * of the file loaded first; who loads it calls `prepared`.
 */
export function PrintProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<PrintState>("idle");
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let opened: HTMLDetailsElement[] = [];
    const before = () => {
      // The browser takes the page as it stands when this returns.
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
