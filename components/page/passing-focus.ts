import { useEffectEvent, useLayoutEffect, useRef } from "react";

/** The reference of an element that may be removed while the focus is in it: the focus then moves on. */
export function usePassingFocus<Of extends HTMLElement>(moveOn: () => void) {
  const ref = useRef<Of>(null);
  const move = useEffectEvent(moveOn);
  useLayoutEffect(() => {
    const { current } = ref;
    return () => {
      if (current?.contains(document.activeElement)) move();
    };
  }, []);
  return ref;
}
