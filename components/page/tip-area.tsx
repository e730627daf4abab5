"use client";

import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { TIP, TIP_SIDE, type Tip, type TipSide } from "./hint.tsx";

const AREA = "data-tip-area";

/** As long as a tooltip takes to open under the pointer (ms). */
const OPENS_AFTER_MS = 400;
/** Delay before a tooltip opens on keyboard focus (ms). */
const OPENS_AFTER_FOCUS_MS = 700;
/** Long enough to get from the element to its tooltip, which may be read and selected (WCAG 1.4.13). */
const CLOSES_AFTER_MS = 150;

/** Where the pointer is; null for the keyboard's focus. */
export type TipPlace = Pick<PointerEvent, "clientX" | "clientY"> | null;

/** Finds words that no `Hint` gives, about an element under the pointer or with the focus. */
type TipOf = (target: Element, place: TipPlace) => Tip | null;

/** The tooltip of all hints of a page but those of areas of their own. */
export const PageTips = () => useTips(null);

type Props = { children: ReactNode; tipOf: TipOf };

/**
 * A part of the page that computes its tooltips on demand: those of hundreds of cells would be a large part of a list.
 */
export function TipArea({ children, tipOf }: Props) {
  const area = useRef<HTMLDivElement>(null);
  const tip = useTips(area, tipOf);
  return (
    <div ref={area} {...{ [AREA]: "" }} className="contents">
      {children}
      {tip}
    </div>
  );
}

type Timer = ReturnType<typeof setTimeout>;
type Content = typeof import("./shared-tip.tsx").SharedTip;

/**
 * A single tooltip for all elements of `area`, or of the page, instead of one for each; its code loads on first use.
 */
function useTips(area: RefObject<HTMLElement | null> | null, tipOf?: TipOf): ReactNode {
  const [shown, setShown] = useState<{ tip: Tip; box: DOMRect } | null>(null);
  const [Content, setContent] = useState<Content | null>(null);
  const timers = useRef<{ open?: Timer; close?: Timer }>({});
  /** The element whose tooltip is or will be shown. */
  const current = useRef<Element | null>(null);
  const requested = useRef(false);

  const stay = () => {
    clearTimeout(timers.current.open);
    clearTimeout(timers.current.close);
  };
  /** Opens again only for another element, or after the pointer has left this one. */
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
    // Without its code a page has no tooltips, and nothing else is missing.
    import("./shared-tip.tsx").then(
      ({ SharedTip }) => setContent(() => SharedTip),
      () => undefined,
    );
  };
  const consider = useEffectEvent((target: EventTarget | null, place: TipPlace) => {
    if (!(target instanceof Element)) return;
    load();
    if (isContent(target)) return stay();
    const isOurs = target.closest(`[${AREA}]`) === (area?.current ?? null);
    const tip = isOurs ? (hinted(target) ?? tipOf?.(target, place) ?? null) : null;
    // The row may have changed since the tooltip was shown.
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
    /** Focus moved by a script, as after a dialog, opens no tooltip for pointer users. */
    let byPointer = false;
    const aborter = new AbortController();
    const listening = { signal: aborter.signal, passive: true, capture: true };
    const press = ({ type, target }: Event) => {
      byPointer ||= type === "pointerdown";
      if (!isContent(target)) onClose();
    };
    const move = (event: PointerEvent) => event.pointerType !== "touch" && consider(event.target, event);
    const focus = ({ target }: FocusEvent) => {
      if (!byPointer && target instanceof Element && target.matches(":focus-visible")) consider(target, null);
    };
    window.addEventListener("keydown", () => (byPointer = false), listening);
    window.addEventListener("pointerdown", press, listening);
    // Also on clicks by the keyboard, which may lead elsewhere: no event reports a removed element.
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
  if (!shown || !Content) return null;
  const { tip } = shown;
  return createPortal(
    <Content key={tip.text} {...shown} onEnter={stay} onLeave={leave} onClosed={close} />,
    document.body,
  );
}

const isContent = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("[data-slot=tooltip-content]") !== null;

function hinted(target: Element): Tip | null {
  const element = target.closest(`[${TIP}]`);
  const text = element?.getAttribute(TIP);
  const side = (element?.getAttribute(TIP_SIDE) ?? undefined) as TipSide | undefined;
  return element && text ? { element, text, ...(side && { side }) } : null;
}
