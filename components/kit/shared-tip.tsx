import { useCallback, useEffect, useRef, useSyncExternalStore } from "react";
import { landmarkOf } from "@/components/ui/landmark";
import { Tooltip, TooltipContent, TooltipProvider, TooltipTrigger } from "@/components/ui/tooltip";
import { TIP, type Tip } from "./hint.tsx";

type Props = { tip: Tip; box: DOMRect; onEnter: () => void; onLeave: () => void; onClosed: () => void };

/** The shared tooltip, next to its current element, which it describes while open. */
export function SharedTip({ tip, box, onEnter, onLeave, onClosed }: Props) {
  const { side, align, element } = tip;
  const text = useWordsOf(tip);
  const { left, top, width, height } = box;
  const anchor = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const id = anchor.current?.getAttribute("aria-describedby");
    // A tooltip equal to the element's name would be announced twice.
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
          // A press in the tooltip must not count as a press outside of the dialog or popover below it.
          onPointerDown={(event) => event.stopPropagation()}
        >
          {text}
        </TooltipContent>
      </Tooltip>
    </TooltipProvider>
  );
}

/** The current text of the tooltip: after hydration a time is in the reader's zone. */
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
