import { Download, TriangleAlert } from "lucide-react";
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
import { saveFile } from "#components/kit/save-file.ts";
import { Button } from "@/components/ui/button";
import { ScrollArea } from "@/components/ui/scroll-area";
import { useFind } from "./find.ts";
import { type OpenPdf, printDocument } from "./open-pdf.ts";
import { nextZoom, type PageSize, PdfPage, scaleOf, type Zoom, zoomOf } from "./pdf-page.tsx";
import { Toolbar } from "./toolbar.tsx";

type Props = { open: OpenPdf; firstPage: PageSize; fileName: string; onClose: () => void };

/** Total horizontal margin beside a page, in pixels. */
const MARGIN_PX = 24;

export function PdfDocument({ open, firstPage, fileName, onClose }: Props) {
  const t = useTranslations("pdf");
  const pdf = open.document;
  const region = useRef<HTMLElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [zoom, setZoom] = useState<Zoom>("fit");
  const [width, setWidth] = useState(0);
  const [isIncomplete, setIsIncomplete] = useState(false);
  const [printing, setPrinting] = useState<"no" | "yes" | "failed">("no");
  const scale = scaleOf(zoom, firstPage.width, Math.max(width - MARGIN_PX, 1));
  const zoomed = zoomOf(scale);
  const keys = useId();
  const pages = usePages(region, scale);
  const find = useFind(pdf, region);

  useEffect(() => {
    const element = region.current;
    if (!element) return;
    // The focus lets the keyboard scroll at once.
    element.focus({ preventScroll: true });
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const onIncomplete = useCallback(() => setIsIncomplete(true), []);
  const save = () => saveFile(open.file, fileName);
  const zoomBy = (direction: 1 | -1) => setZoom(nextZoom(zoomed, direction));
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
    const action = actionOf(event, typing);
    if (!action) return;
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
    actions[action]();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys work with the focus anywhere in the viewer.
    <div className="flex min-h-0 flex-1 flex-col" onKeyDown={onKeyDown}>
      <Toolbar
        current={pages.current}
        count={pdf.numPages}
        byPage={pages.byPage}
        zoom={zoomed}
        fits={zoom === "fit"}
        zoomBy={zoomBy}
        onFit={() => setZoom("fit")}
        find={find}
        field={field}
        printing={printing}
        onPrint={print}
        onDownload={save}
        onClose={onClose}
      />
      <div role="alert" className="empty:hidden">
        {isIncomplete && (
          <div className="flex items-start gap-2 border-border border-b px-3 py-2 text-sm">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-medium" />
            <p className="min-w-0 flex-1">{t("incomplete")}</p>
            <Button variant="outline" size="sm" onClick={save}>
              <Download aria-hidden />
              {t("download")}
            </Button>
          </div>
        )}
      </div>
      <ScrollArea
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
              firstPage={firstPage}
              region={region}
              onTextLayer={find.onTextLayer}
              onIncomplete={onIncomplete}
            />
          ))}
      </ScrollArea>
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

/** Null leaves the key to the browser. With Ctrl or ⌘ only keys that would act on the whole page are handled. */
function actionOf({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, typing: boolean): Action | null {
  if (altKey) return null;
  if (ctrlKey || metaKey) return key === "f" ? "find" : key === "p" ? "print" : null;
  const action = KEYS[key] ?? null;
  return typing && action !== "down" && action !== "up" ? null : action;
}

/** Part of the view to scroll by: a few lines stay visible, so that readers find their place. */
const SCROLL_PART = 0.9;
/** Space above a page after a jump to it, in pixels. */
const GAP_PX = 8;

/** The current page, and scrolling by a view or by a page; a new scale keeps the position. */
function usePages(region: RefObject<HTMLElement | null>, scale: number) {
  const [current, setCurrent] = useState(1);
  const position = useRef({ x: 0.5, y: 0 });

  useEffect(() => {
    const element = region.current;
    if (!element) return;
    const update = () => {
      const { scrollTop, scrollLeft, clientHeight, clientWidth, scrollHeight, scrollWidth } = element;
      position.current = { x: (scrollLeft + clientWidth / 2) / scrollWidth, y: scrollTop / scrollHeight };
      setCurrent(pageAt(element, clientHeight / 2));
    };
    update();
    element.addEventListener("scroll", update, { passive: true });
    return () => element.removeEventListener("scroll", update);
  }, [region]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new scale moves all pages, so the position is restored.
  useLayoutEffect(() => {
    const element = region.current;
    if (!element) return;
    const { x, y } = position.current;
    element.scrollTo({ top: y * element.scrollHeight, left: x * element.scrollWidth - element.clientWidth / 2 });
  }, [scale, region]);

  const byScreen = useCallback(
    (direction: 1 | -1) => region.current?.scrollBy({ top: direction * SCROLL_PART * region.current.clientHeight }),
    [region],
  );
  const byPage = useCallback(
    (direction: 1 | -1) => {
      const element = region.current;
      // Read from the layout: `current` is the page of the last render, and two presses may come before the next one.
      const number = element ? pageAt(element, element.clientHeight / 2) + direction : 1;
      const page = element?.querySelector(`[data-page="${number}"]`);
      if (page)
        element?.scrollBy({ top: page.getBoundingClientRect().top - element.getBoundingClientRect().top - GAP_PX });
    },
    [region],
  );
  return { current, byScreen, byPage };
}

/** The number of the page at this distance below the region's upper edge; between two pages, the upper one. */
function pageAt(region: HTMLElement, below: number): number {
  const line = region.getBoundingClientRect().top + below;
  let number = 1;
  for (const page of region.querySelectorAll<HTMLElement>("[data-page]")) {
    if (page.getBoundingClientRect().top > line) break;
    number = Number(page.dataset.page);
  }
  return number;
}
