"use client";

import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { Tooltip, TooltipContent, TooltipTrigger } from "@/components/ui/tooltip";
import { TIP, TipAreaContext } from "./hint.tsx";

/** As long as a tooltip takes to open under the pointer (ms). */
const OPENS_AFTER_MS = 400;
/** Who walks through rows by keys sees none before a stop (ms). */
const OPENS_AFTER_FOCUS_MS = 700;
/** Long enough to get from the element to its tooltip, which may be read and selected (WCAG 1.4.13). */
const CLOSES_AFTER_MS = 150;

/** The element that the words are about, beside which they are shown. */
export type Tip = { text: string; element: Element };

/** Where the pointer is; null for the keyboard's focus. */
export type TipPlace = Pick<PointerEvent, "clientX" | "clientY"> | null;

type Props = {
  children: ReactNode;
  /** What else than `Hint` has words about an element under the pointer, or with the focus. */
  tipOf?: (target: Element, place: TipPlace) => Tip | null;
};

/** Rows come by the dozen, with a few hints each: one tooltip serves them all, instead of one mounted for each hint. */
export function TipArea({ children, tipOf }: Props) {
  const area = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<(Tip & { box: DOMRect }) | null>(null);
  const timers = useRef<{ open?: ReturnType<typeof setTimeout>; close?: ReturnType<typeof setTimeout> }>({});
  /** The element that has its words, or is to get them. */
  const current = useRef<Element | null>(null);

  const stay = () => {
    clearTimeout(timers.current.open);
    clearTimeout(timers.current.close);
  };
  /** It opens again only for another element, or once this one was left. */
  const close = () => {
    stay();
    setShown(null);
  };
  const leave = () => {
    stay();
    current.current = null;
    timers.current.close = setTimeout(() => setShown(null), CLOSES_AFTER_MS);
  };
  const consider = useEffectEvent((target: EventTarget | null, place: TipPlace) => {
    if (!(target instanceof Element)) return;
    const hinted = target.closest(`[${TIP}]`);
    const text = hinted?.getAttribute(TIP);
    const tip = hinted && text ? { text, element: hinted } : (tipOf?.(target, place) ?? null);
    if ((tip?.element ?? null) === current.current) return;
    leave();
    if (!tip) return;
    current.current = tip.element;
    if (tip.element === shown?.element) return stay();
    const open = () => {
      stay();
      if (tip.element.isConnected) setShown({ ...tip, box: tip.element.getBoundingClientRect() });
    };
    timers.current.open = setTimeout(open, place === null ? OPENS_AFTER_FOCUS_MS : OPENS_AFTER_MS);
  });

  const onLeave = useEffectEvent(leave);
  const onClose = useEffectEvent(close);
  useEffect(() => {
    const { current: element } = area;
    if (!element) return;
    /** Focus that a script moves, as after a dialog, opens nothing for those who use the pointer. */
    let byKey = false;
    const aborter = new AbortController();
    const passive = { signal: aborter.signal, passive: true, capture: true };
    const onKey = () => {
      byKey = true;
    };
    const onPress = ({ target }: Event) => {
      byKey = false;
      if (target instanceof Node && element.contains(target)) onClose();
    };
    window.addEventListener("keydown", onKey, passive);
    window.addEventListener("pointerdown", onPress, passive);
    window.addEventListener("scroll", () => setShown(null), passive);
    const move = (event: PointerEvent) => event.pointerType !== "touch" && consider(event.target, event);
    element.addEventListener("pointermove", move, passive);
    element.addEventListener("pointerleave", () => onLeave(), { signal: aborter.signal });
    element.addEventListener("focusin", ({ target }) => byKey && consider(target, null), passive);
    element.addEventListener("focusout", () => onLeave(), passive);
    const running = timers.current;
    return () => {
      aborter.abort();
      clearTimeout(running.open);
      clearTimeout(running.close);
    };
  }, []);
  return (
    <TipAreaContext value={true}>
      <div ref={area} className="contents">
        {children}
      </div>
      {shown &&
        createPortal(
          <SharedTip key={shown.text} {...shown} onEnter={stay} onLeave={leave} onClosed={close} />,
          document.body,
        )}
    </TipAreaContext>
  );
}

type SharedProps = Tip & { box: DOMRect; onEnter: () => void; onLeave: () => void; onClosed: () => void };

function SharedTip({ text, element, box, onEnter, onLeave, onClosed }: SharedProps) {
  const { left, top, width, height } = box;
  const anchor = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const id = anchor.current?.getAttribute("aria-describedby");
    if (!id || element.getAttribute("aria-label") === text) return;
    const before = element.getAttribute("aria-describedby");
    element.setAttribute("aria-describedby", before ? `${before} ${id}` : id);
    return () => {
      if (before) element.setAttribute("aria-describedby", before);
      else element.removeAttribute("aria-describedby");
    };
  }, [element, text]);
  return (
    <Tooltip open disableHoverableContent onOpenChange={(open) => !open && onClosed()}>
      <TooltipTrigger asChild ref={anchor}>
        <span aria-hidden className="pointer-events-none fixed" style={{ left, top, width, height }} />
      </TooltipTrigger>
      <TooltipContent align="start" className="whitespace-pre-line" onPointerEnter={onEnter} onPointerLeave={onLeave}>
        {text}
      </TooltipContent>
    </Tooltip>
  );
}
