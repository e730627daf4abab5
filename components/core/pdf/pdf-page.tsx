import { useTranslations } from "next-intl";
import type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist";
import { type CSSProperties, type RefObject, useEffect, useRef, useState } from "react";

/** In points. */
export type PageSize = { width: number; height: number };

type Props = {
  pdf: PDFDocumentProxy;
  number: number;
  /** Pixels per point. */
  scale: number;
  /** Used as this page's size until it is known. */
  firstPage: PageSize;
  /** The scroll container. */
  region: RefObject<HTMLElement | null>;
  /** Called when the text layer is complete, with its elements: one per text item of the page. */
  onTextLayer: (number: number, elements: readonly HTMLElement[]) => void;
  /** Called if the page, or some of its text, could not be drawn. */
  onIncomplete: () => void;
};

/** Margin around the view (CSS `rootMargin`) within which pages are drawn. */
const DRAW_MARGIN = "100% 0%";
/** The largest canvas size that all browsers support, in pixels. */
const MAX_PIXELS = 16_777_216;

/**
 * A page: a canvas below its text layer for selection, search and screen readers. Both are rendered when the page is
 * near the view.
 */
export function PdfPage({ pdf, number, scale, firstPage, region, onTextLayer, onIncomplete }: Props) {
  const t = useTranslations("pdf");
  const frame = useRef<HTMLDivElement>(null);
  const canvasHolder = useRef<HTMLDivElement>(null);
  const textLayer = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(number === 1);
  const [page, setPage] = useState<PDFPageProxy | null>(null);
  const [hasText, setHasText] = useState(true);
  const [hasFonts, setHasFonts] = useState(true);

  useEffect(() => {
    if (!frame.current) return;
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      root: region.current,
      rootMargin: DRAW_MARGIN,
    });
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, [region]);

  useEffect(() => {
    if (!near || page) return;
    let cancelled = false;
    pdf.getPage(number).then(
      (loaded) => !cancelled && setPage(loaded),
      // A failure is reported, unless the document was closed meanwhile.
      () => !cancelled && onIncomplete(),
    );
    return () => {
      cancelled = true;
    };
  }, [pdf, number, near, page, onIncomplete]);

  useEffect(() => {
    const holder = canvasHolder.current;
    if (!page || !holder) return;
    if (!near) return holder.replaceChildren();
    const { canvas, viewport } = canvasFor(page, scale);
    const task = page.render({ canvas, viewport });
    let cancelled = false;
    // The canvas of the previous scale stays until this one is ready. The promise of a cancelled rendering is rejected.
    task.promise.then(
      () => {
        holder.replaceChildren(canvas);
        if (!lacksFonts(page)) return;
        setHasFonts(false);
        onIncomplete();
      },
      () => !cancelled && onIncomplete(),
    );
    return () => {
      cancelled = true;
      task.cancel();
    };
  }, [page, scale, near, onIncomplete]);

  useEffect(() => {
    const container = textLayer.current;
    if (!page || !container) return;
    let layer: { cancel(): void } | null = null;
    let cancelled = false;
    const render = async () => {
      const [{ TextLayer }, content] = await Promise.all([
        import("pdfjs-dist/legacy/build/pdf.mjs"),
        page.getTextContent(),
      ]);
      if (cancelled) return;
      container.replaceChildren();
      const rendering = new TextLayer({
        textContentSource: content,
        container,
        viewport: page.getViewport({ scale: 1 }),
      });
      layer = rendering;
      await rendering.render();
      setHasText(rendering.textContentItemsStr.some((item) => item.trim() !== ""));
      onTextLayer(number, rendering.textDivs);
    };
    render().catch(() => undefined);
    return () => {
      cancelled = true;
      layer?.cancel();
    };
  }, [page, number, onTextLayer]);

  const size = page ? page.getViewport({ scale: 1 }) : firstPage;
  const style = {
    width: Math.floor(size.width * scale),
    height: Math.floor(size.height * scale),
    "--total-scale-factor": scale,
    "--scale-round-x": "1px",
    "--scale-round-y": "1px",
  } as CSSProperties;
  return (
    <article
      ref={frame}
      aria-label={t("page", { number, count: pdf.numPages })}
      data-page={number}
      style={style}
      className="relative mx-auto shrink-0 overflow-hidden bg-white shadow-sm ring-1 ring-border"
    >
      <div ref={canvasHolder} aria-hidden className="absolute inset-0 [&>canvas]:size-full" />
      <div ref={textLayer} className="pdf-text" />
      {!hasText && hasFonts && <p className="sr-only">{t("noText")}</p>}
    </article>
  );
}

/** Whether a font could not be loaded: pdf.js then stores an error as the font, and leaves out its text. */
export const lacksFonts = ({ commonObjs }: Pick<PDFPageProxy, "commonObjs">): boolean =>
  [...commonObjs].some(([, object]) => object === null || typeof object === "string");

/** A canvas in the resolution of the screen, up to the size that all browsers support. */
function canvasFor(page: PDFPageProxy, scale: number) {
  const { width, height } = page.getViewport({ scale });
  const density = Math.min(window.devicePixelRatio || 1, Math.sqrt(MAX_PIXELS / (width * height)));
  const viewport = page.getViewport({ scale: scale * density });
  const canvas = document.createElement("canvas");
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  return { canvas, viewport };
}

/** As wide as the view, or a factor of the page's own size. */
export type Zoom = "fit" | number;

const STEPS = [0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4] as const;
export const MIN_ZOOM: number = STEPS[0];
export const MAX_ZOOM: number = STEPS[STEPS.length - 1] ?? 4;

/** Zoom factors that differ by less count as the same step. */
const EPSILON = 0.005;

/** The next zoom step from any factor; at either end, the factor itself. */
export function nextZoom(from: number, direction: 1 | -1): number {
  const next =
    direction === 1 ? STEPS.find((step) => step > from + EPSILON) : STEPS.findLast((step) => step < from - EPSILON);
  return next ?? from;
}

/** A PDF has 72 points per inch; CSS has 96 pixels per inch. */
const PIXELS_PER_POINT = 96 / 72;

/** Pixels per point: the factor, or the value at which a page of this width in `points` fills the `pixels`. */
export function scaleOf(zoom: Zoom, points: number, pixels: number): number {
  if (zoom !== "fit") return zoom * PIXELS_PER_POINT;
  const filling = pixels / points;
  return Math.min(Math.max(filling, MIN_ZOOM * PIXELS_PER_POINT), MAX_ZOOM * PIXELS_PER_POINT);
}

export const zoomOf = (scale: number): number => scale / PIXELS_PER_POINT;
