import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** Of what one sees a little stays, so that the eye finds its line again. */
const SCREEN = 0.9;
/** Above a page that one goes to, in pixels. */
const GAP = 8;

/** Where one is among the pages, and moving: by a screen, by a page, and staying in place when their size changes. */
export function usePages(region: RefObject<HTMLElement | null>, scale: number) {
  const [current, setCurrent] = useState(1);
  const place = useRef({ x: 0.5, y: 0 });

  useEffect(() => {
    const scrolled = region.current;
    if (!scrolled) return;
    const look = () => {
      const { scrollTop, scrollLeft, clientHeight, clientWidth, scrollHeight, scrollWidth } = scrolled;
      place.current = { x: (scrollLeft + clientWidth / 2) / scrollWidth, y: scrollTop / scrollHeight };
      setCurrent(pageAt(scrolled, clientHeight / 2));
    };
    look();
    scrolled.addEventListener("scroll", look, { passive: true });
    return () => scrolled.removeEventListener("scroll", look);
  }, [region]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new scale is what moves everything.
  useLayoutEffect(() => {
    const scrolled = region.current;
    if (!scrolled) return;
    const { x, y } = place.current;
    scrolled.scrollTo({ top: y * scrolled.scrollHeight, left: x * scrolled.scrollWidth - scrolled.clientWidth / 2 });
  }, [scale, region]);

  const byScreen = useCallback(
    (direction: 1 | -1) => region.current?.scrollBy({ top: direction * SCREEN * region.current.clientHeight }),
    [region],
  );
  const byPage = useCallback(
    (direction: 1 | -1) => {
      const scrolled = region.current;
      // From where one is now: what was drawn last may be of before the press that came before this one.
      const number = scrolled ? pageAt(scrolled, scrolled.clientHeight / 2) + direction : 1;
      const page = scrolled?.querySelector(`[data-page="${number}"]`);
      if (page)
        scrolled?.scrollBy({ top: page.getBoundingClientRect().top - scrolled.getBoundingClientRect().top - GAP });
    },
    [region],
  );
  return { current, byScreen, byPage };
}

/** The page that stands so many pixels below the upper edge, else the next one above. */
function pageAt(region: HTMLElement, below: number): number {
  const line = region.getBoundingClientRect().top + below;
  let at = 1;
  for (const page of region.querySelectorAll<HTMLElement>("[data-page]")) {
    if (page.getBoundingClientRect().top > line) break;
    at = Number(page.dataset.page);
  }
  return at;
}
