"use client";

import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { TIP, TIP_SIDE, type Tip, type TipSide } from "./hint.tsx";

const AREA_ATTRIBUTE = "data-tip-area";

/** Delay before a tooltip opens under the pointer (ms). */
const OPENS_AFTER_MS = 400;
/** Delay before a tooltip opens on keyboard focus (ms). */
const OPENS_AFTER_FOCUS_MS = 700;
/** Time to move from the element to its tooltip, whose text may be selected (WCAG 1.4.13). */
const CLOSES_AFTER_MS = 150;

/** The position of the pointer; null for keyboard focus. */
export type TipPlace = Pick<PointerEvent, "clientX" | "clientY"> | null;

/** Finds the tooltip of an element, under the pointer or with the focus, that has no `Hint`. */
type TipOf = (target: Element, place: TipPlace) => Tip | null;

/** The tooltip of all hints of a page outside of `TipArea`. */
export const PageTips = () => useTips(null);

type Props = { children: ReactNode; tipOf: TipOf };

/** A part of the page that computes its tooltips on demand: the tooltips of hundreds of cells would make a list larger. */
export function TipArea({ children, tipOf }: Props) {
  const area = useRef<HTMLDivElement>(null);
  const tip = useTips(area, tipOf);
  return (
    <div ref={area} {...{ [AREA_ATTRIBUTE]: "" }} className="contents">
      {children}
      {tip}
    </div>
  );
}

type Timer = ReturnType<typeof setTimeout>;
type TipContent = typeof import("./shared-tip.tsx").SharedTip;

/** One tooltip for all elements of `area`, or of the page; its code is loaded on first use. */
function useTips(area: RefObject<HTMLElement | null> | null, tipOf?: TipOf): ReactNode {
  const [shown, setShown] = useState<{ tip: Tip; box: DOMRect } | null>(null);
  const [TipContent, setContent] = useState<TipContent | null>(null);
  const timers = useRef<{ open?: Timer; close?: Timer }>({});
  /** The element whose tooltip is or will be shown. */
  const current = useRef<Element | null>(null);
  const requested = useRef(false);

  const stay = () => {
    clearTimeout(timers.current.open);
    clearTimeout(timers.current.close);
  };
  /** The same element gets no tooltip again until the pointer has left it. */
  const close = () => {
    stay();
    setShown(null);
  };
  const leave = () => {
    stay();
    current.current = null;
    timers.current.close = setTimeout(() => setShown(null), CLOSES_AFTER_MS);
  };
  const load = () => {
    if (requested.current) return;
    requested.current = true;
    // If loading fails, the page has no tooltips.
    import("./shared-tip.tsx").then(
      ({ SharedTip }) => setContent(() => SharedTip),
      () => undefined,
    );
  };
  const updateTip = useEffectEvent((target: EventTarget | null, place: TipPlace) => {
    if (!(target instanceof Element)) return;
    load();
    if (isContent(target)) return stay();
    const isOurs = target.closest(`[${AREA_ATTRIBUTE}]`) === (area?.current ?? null);
    const tip = isOurs ? (tipOfHint(target) ?? tipOf?.(target, place) ?? null) : null;
    // The row may have been updated since the tooltip opened.
    if (tip && shown?.tip.element === tip.element && shown.tip.text !== tip.text) setShown({ ...shown, tip });
    if ((tip?.element ?? null) === current.current) return;
    leave();
    if (!tip) return;
    current.current = tip.element;
    if (tip.element === shown?.tip.element) return stay();
    const open = () => {
      stay();
      if (tip.element.isConnected) setShown({ tip, box: tip.element.getBoundingClientRect() });
    };
    timers.current.open = setTimeout(open, place === null ? OPENS_AFTER_FOCUS_MS : OPENS_AFTER_MS);
  });
  const onLeave = useEffectEvent(leave);
  const onClose = useEffectEvent(close);
  useEffect(() => {
    const element = area === null ? document.documentElement : area.current;
    if (!element) return;
    /** True after use of the pointer: a focus moved by a script, as after a dialog, opens no tooltip then. */
    let byPointer = false;
    const aborter = new AbortController();
    const listening = { signal: aborter.signal, passive: true, capture: true };
    const press = ({ type, target }: Event) => {
      byPointer ||= type === "pointerdown";
      if (!isContent(target)) onClose();
    };
    const move = (event: PointerEvent) => event.pointerType !== "touch" && updateTip(event.target, event);
    const focus = ({ target }: FocusEvent) => {
      if (!byPointer && target instanceof Element && target.matches(":focus-visible")) updateTip(target, null);
    };
    window.addEventListener("keydown", () => (byPointer = false), listening);
    window.addEventListener("pointerdown", press, listening);
    // A click by the keyboard too: it may navigate, and no event reports the removed element.
    window.addEventListener("click", press, listening);
    window.addEventListener("scroll", () => setShown(null), listening);
    element.addEventListener("pointermove", move, listening);
    const exit = ({ relatedTarget }: PointerEvent) => !isContent(relatedTarget) && onLeave();
    element.addEventListener("pointerleave", exit, { signal: aborter.signal });
    element.addEventListener("focusin", focus, listening);
    element.addEventListener("focusout", () => onLeave(), listening);
    const running = timers.current;
    return () => {
      aborter.abort();
      clearTimeout(running.open);
      clearTimeout(running.close);
    };
  }, [area]);
  if (!shown || !TipContent) return null;
  const { tip } = shown;
  return createPortal(
    <TipContent key={tip.text} {...shown} onEnter={stay} onLeave={leave} onClosed={close} />,
    document.body,
  );
}

const isContent = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("[data-slot=tooltip-content]") !== null;

function tipOfHint(target: Element): Tip | null {
  const element = target.closest(`[${TIP}]`);
  const text = element?.getAttribute(TIP);
  const side = (element?.getAttribute(TIP_SIDE) ?? undefined) as TipSide | undefined;
  return element && text ? { element, text, ...(side && { side }) } : null;
}
