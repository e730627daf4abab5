"use client";

import { type ReactNode, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { Tooltip, TooltipContent, TooltipTrigger } from "@/components/ui/tooltip";
import { TIP, TipAreaContext } from "./hint.tsx";

/** As long as a tooltip takes to open under the pointer (ms). */
const OPENS_AFTER_MS = 400;
/** Long enough to get from the element to its tooltip, which may be read and selected (WCAG 1.4.13). */
const CLOSES_AFTER_MS = 150;

type Tip = { text: string; box: DOMRect };

/** Rows come by the dozen, with a few hints each: one tooltip serves them all, instead of one mounted for each hint. */
export function TipArea({ children }: { children: ReactNode }) {
  const [area, setArea] = useState<HTMLElement | null>(null);
  const [tip, setTip] = useState<Tip | null>(null);
  useEffect(() => {
    if (!area) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = (next: Tip | null, after: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => setTip(next), after);
    };
    const show = (target: EventTarget | null, after: number) => {
      const element = target instanceof Element ? target.closest(`[${TIP}]`) : null;
      const text = element?.getAttribute(TIP);
      if (element && text) later({ text, box: element.getBoundingClientRect() }, after);
      else later(null, CLOSES_AFTER_MS);
    };
    const over = ({ target, pointerType }: PointerEvent) => pointerType !== "touch" && show(target, OPENS_AFTER_MS);
    const focus = ({ target }: FocusEvent) =>
      target instanceof Element && target.matches(":focus-visible") && show(target, 0);
    const leave = () => later(null, CLOSES_AFTER_MS);
    const hide = () => later(null, 0);
    area.addEventListener("pointerover", over);
    area.addEventListener("pointerleave", leave);
    area.addEventListener("focusin", focus);
    area.addEventListener("focusout", leave);
    area.addEventListener("pointerdown", hide);
    window.addEventListener("scroll", hide, { passive: true, capture: true });
    return () => {
      clearTimeout(timer);
      area.removeEventListener("pointerover", over);
      area.removeEventListener("pointerleave", leave);
      area.removeEventListener("focusin", focus);
      area.removeEventListener("focusout", leave);
      area.removeEventListener("pointerdown", hide);
      window.removeEventListener("scroll", hide, { capture: true });
    };
  }, [area]);
  return (
    <TipAreaContext value={true}>
      <div ref={setArea} className="contents">
        {children}
      </div>
      {tip && createPortal(<SharedTip {...tip} onClosed={() => setTip(null)} />, document.body)}
    </TipAreaContext>
  );
}

function SharedTip({ text, box: { left, top, width, height }, onClosed }: Tip & { onClosed: () => void }) {
  return (
    <Tooltip open onOpenChange={(open) => !open && onClosed()}>
      <TooltipTrigger asChild>
        <span aria-hidden className="pointer-events-none fixed" style={{ left, top, width, height }} />
      </TooltipTrigger>
      <TooltipContent>{text}</TooltipContent>
    </Tooltip>
  );
}
