"use client";

import { type FocusEvent, type PointerEvent, useCallback, useEffect, useRef, useState } from "react";

/** Long enough to get from a row to the button that lets fresh rows in, or from one row's focus to another's. */
const LEAVING_MS = 400;
const AWAY_FROM_TOP_PX = 80;

type Presence = { pointer: boolean; focus: boolean };

/**
 * Whether somebody is in the list: pointing at it, with the focus inside it, or reading further down, where rows that
 * come in above would push away what is read.
 */
export function useHold() {
  const present = useRef<Presence>({ pointer: false, focus: false });
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [inside, setInside] = useState(false);
  const [scrolled, setScrolled] = useState(false);
  const note = useCallback((change: Partial<Presence>) => {
    Object.assign(present.current, change);
    clearTimeout(leaving.current);
    if (present.current.pointer || present.current.focus) setInside(true);
    else leaving.current = setTimeout(() => setInside(false), LEAVING_MS);
  }, []);
  useEffect(() => {
    const look = () => setScrolled(window.scrollY > AWAY_FROM_TOP_PX);
    look();
    window.addEventListener("scroll", look, { passive: true });
    return () => {
      window.removeEventListener("scroll", look);
      clearTimeout(leaving.current);
    };
  }, []);
  const zone = {
    // A finger does not hover: it leaves no pointer behind.
    onPointerEnter: (event: PointerEvent) => event.pointerType !== "touch" && note({ pointer: true }),
    onPointerLeave: () => note({ pointer: false }),
    onFocus: () => note({ focus: true }),
    onBlur: (event: FocusEvent) => note({ focus: event.currentTarget.contains(event.relatedTarget) }),
  };
  /** For what vanishes under the pointer or with the focus, and so never tells that it was left. */
  const leave = useCallback(() => {
    present.current = { pointer: false, focus: false };
    clearTimeout(leaving.current);
    setInside(false);
  }, []);
  return { held: inside || scrolled, zone, leave };
}
