"use client";

import { useCallback, useEffect, useRef, useSyncExternalStore } from "react";
import { landmarkOf } from "@/components/ui/landmark";
import { Tooltip, TooltipContent, TooltipProvider, TooltipTrigger } from "@/components/ui/tooltip";
import { TIP, type Tip } from "./hint.tsx";

type Props = { tip: Tip; box: DOMRect; onEnter: () => void; onLeave: () => void; onClosed: () => void };

/** The shared tooltip of an area, next to its element, which it describes while open. */
export function SharedTip({ tip, box, onEnter, onLeave, onClosed }: Props) {
  const { side, align, element } = tip;
  const text = useWordsOf(tip);
  const { left, top, width, height } = box;
  const anchor = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const id = anchor.current?.getAttribute("aria-describedby");
    // A name is not read out a second time.
    if (!id || element.getAttribute("aria-label") === text) return;
    const before = element.getAttribute("aria-describedby");
    element.setAttribute("aria-describedby", before ? `${before} ${id}` : id);
    return () => {
      if (before) element.setAttribute("aria-describedby", before);
      else element.removeAttribute("aria-describedby");
    };
  }, [element, text]);
  return (
    <TooltipProvider>
      <Tooltip disableHoverableContent onClosed={onClosed}>
        <TooltipTrigger asChild ref={anchor}>
          <span aria-hidden className="pointer-events-none fixed" style={{ left, top, width, height }} />
        </TooltipTrigger>
        <TooltipContent
          container={landmarkOf(element)}
          side={side}
          align={align}
          className="whitespace-pre-line"
          onPointerEnter={onEnter}
          onPointerLeave={onLeave}
          // A press in the tooltip is not a press outside of the dialog or popover below it.
          onPointerDown={(event) => event.stopPropagation()}
        >
          {text}
        </TooltipContent>
      </Tooltip>
    </TooltipProvider>
  );
}

/** The words of the tip as the element has them now: a time is written for another zone once the page is hydrated. */
function useWordsOf({ element, text }: Tip): string {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const changes = new MutationObserver(onChange);
      changes.observe(element, { attributeFilter: [TIP] });
      return () => changes.disconnect();
    },
    [element],
  );
  const wordsNow = () => element.getAttribute(TIP) ?? text;
  return useSyncExternalStore(subscribe, wordsNow, wordsNow);
}
