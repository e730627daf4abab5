import { useEffectEvent, useLayoutEffect, useRef } from "react";

/** A ref for an element that may be removed while it has the focus: `moveOn` is called then. */
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
