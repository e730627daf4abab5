"use client";

import { useTranslations } from "next-intl";
import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { saveFile } from "#components/ui/save-file.ts";
import { ScrollRegion } from "#components/ui/scroll-region.tsx";
import { useFind } from "./find.ts";
import { type OpenPdf, printDocument } from "./open-pdf.ts";
import { type PaperSize, PdfPage, scaleOf, shareOf, stepped, type Zoom } from "./pdf-page.tsx";
import { Toolbar } from "./toolbar.tsx";

type Props = { open: OpenPdf; paper: PaperSize; fileName: string; onClose: () => void };

/** Around the pages on both sides, in pixels. */
const MARGIN = 24;

/** An open document: its pages, and what one does with them by hand or by the keyboard alone. */
export function PdfDocument({ open, paper, fileName, onClose }: Props) {
  const t = useTranslations("pdf");
  const pdf = open.document;
  const region = useRef<HTMLElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [zoom, setZoom] = useState<Zoom>("fit");
  const [width, setWidth] = useState(0);
  const [printing, setPrinting] = useState<"no" | "yes" | "failed">("no");
  const scale = scaleOf(zoom, paper.width, Math.max(width - MARGIN, 1));
  const share = shareOf(scale);
  const keys = useId();
  const pages = usePages(region, scale);
  const find = useFind(pdf, region);

  useEffect(() => {
    const scrolled = region.current;
    if (!scrolled) return;
    // Whoever opened it reads on with the keyboard.
    scrolled.focus({ preventScroll: true });
    const observer = new ResizeObserver(() => setWidth(scrolled.clientWidth));
    observer.observe(scrolled);
    return () => observer.disconnect();
  }, []);

  const zoomBy = (direction: 1 | -1) => setZoom(stepped(share, direction));
  const print = () => {
    if (printing === "yes") return;
    setPrinting("yes");
    printDocument(pdf).then(
      () => setPrinting("no"),
      () => setPrinting("failed"),
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const typing = event.target === field.current;
    const act = actionOf(event, typing);
    if (!act) return;
    event.preventDefault();
    const actions: Record<Action, () => void> = {
      down: () => pages.byScreen(1),
      up: () => pages.byScreen(-1),
      larger: () => zoomBy(1),
      smaller: () => zoomBy(-1),
      fit: () => setZoom("fit"),
      find: () => field.current?.select(),
      print,
    };
    actions[act]();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys work wherever within the viewer the focus is.
    <div className="flex min-h-0 flex-1 flex-col" onKeyDown={onKeyDown}>
      <Toolbar
        current={pages.current}
        count={pdf.numPages}
        byPage={pages.byPage}
        share={share}
        fitting={zoom === "fit"}
        zoomBy={zoomBy}
        onFit={() => setZoom("fit")}
        find={find}
        field={field}
        printing={printing}
        onPrint={print}
        onDownload={() => saveFile(open.file, fileName)}
        onClose={onClose}
      />
      <ScrollRegion
        ref={region}
        label={t("pages")}
        aria-describedby={keys}
        className="flex min-h-0 flex-1 flex-col gap-3 bg-muted p-3 -outline-offset-2"
      >
        {width > 0 &&
          Array.from({ length: pdf.numPages }, (_, index) => index + 1).map((number) => (
            <PdfPage
              key={number}
              pdf={pdf}
              number={number}
              scale={scale}
              paper={paper}
              region={region}
              onText={find.onText}
            />
          ))}
      </ScrollRegion>
      <p id={keys} className="sr-only">
        {t("keys")}
      </p>
    </div>
  );
}

type Action = "down" | "up" | "larger" | "smaller" | "fit" | "find" | "print";

const KEYS: Record<string, Action> = {
  PageDown: "down",
  PageUp: "up",
  "+": "larger",
  "=": "larger",
  "-": "smaller",
  "0": "fit",
};

/** What a key asks the viewer for; with Ctrl or ⌘ only what the browser would do to the whole page otherwise. */
function actionOf({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, typing: boolean): Action | null {
  if (altKey) return null;
  if (ctrlKey || metaKey) return key === "f" ? "find" : key === "p" ? "print" : null;
  const action = KEYS[key] ?? null;
  return typing && action !== "down" && action !== "up" ? null : action;
}

/** Of what one sees a little stays, so that the eye finds its line again. */
const SCREEN = 0.9;
/** Above a page that one goes to, in pixels. */
const GAP = 8;

/** Where one is among the pages, and moving: by a screen, by a page, and staying in place when their size changes. */
function usePages(region: RefObject<HTMLElement | null>, scale: number) {
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
