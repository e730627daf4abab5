"use client";

import { useTranslations } from "next-intl";
import type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist";
import { type CSSProperties, type RefObject, useEffect, useRef, useState } from "react";

/** In points. */
export type PaperSize = { width: number; height: number };

type Props = {
  pdf: PDFDocumentProxy;
  number: number;
  /** Pixels a point. */
  scale: number;
  /** Of the first page: that of this one until it is known. */
  paper: PaperSize;
  /** What scrolls. */
  region: RefObject<HTMLElement | null>;
  /** The runs of its text stand on the page, in their order. */
  onText: (number: number, runs: readonly HTMLElement[]) => void;
};

/** Pages so near to what is seen are drawn. */
const NEAR = "100% 0%";
/** The largest canvas that every browser draws, in pixels. */
const MOST_PIXELS = 16_777_216;

/** One page: its picture, its text over it, and the same for whoever hears it. Drawn when it comes near. */
export function PdfPage({ pdf, number, scale, paper, region, onText }: Props) {
  const t = useTranslations("pdf");
  const frame = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(number === 1);
  const [page, setPage] = useState<PDFPageProxy | null>(null);
  const [spoken, setSpoken] = useState(true);

  useEffect(() => {
    if (!frame.current) return;
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      root: region.current,
      rootMargin: NEAR,
    });
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, [region]);

  useEffect(() => {
    if (!near || page) return;
    let left = false;
    pdf.getPage(number).then(
      (found) => !left && setPage(found),
      // Closed meanwhile, or a page that the file does not have after all: it stays blank.
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [pdf, number, near, page]);

  useEffect(() => {
    const holder = picture.current;
    if (!page || !holder) return;
    if (!near) return holder.replaceChildren();
    const { canvas, viewport } = canvasFor(page, scale);
    const task = page.render({ canvas, viewport });
    // What was drawn for another size stays until this is ready. A rendering that is broken off draws nothing.
    task.promise.then(
      () => holder.replaceChildren(canvas),
      () => undefined,
    );
    return () => task.cancel();
  }, [page, scale, near]);

  useEffect(() => {
    const container = text.current;
    if (!page || !container) return;
    let layer: { cancel(): void } | null = null;
    let left = false;
    const place = async () => {
      const [{ TextLayer }, content] = await Promise.all([
        import("pdfjs-dist/legacy/build/pdf.mjs"),
        page.getTextContent(),
      ]);
      if (left) return;
      container.replaceChildren();
      const placed = new TextLayer({ textContentSource: content, container, viewport: page.getViewport({ scale: 1 }) });
      layer = placed;
      await placed.render();
      setSpoken(placed.textContentItemsStr.some((run) => run.trim() !== ""));
      onText(number, placed.textDivs);
    };
    place().catch(() => undefined);
    return () => {
      left = true;
      layer?.cancel();
    };
  }, [page, number, onText]);

  const size = page ? page.getViewport({ scale: 1 }) : paper;
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
      <div ref={picture} aria-hidden className="absolute inset-0 [&>canvas]:size-full" />
      <div ref={text} className="pdf-text" />
      {!spoken && <p className="sr-only">{t("noText")}</p>}
    </article>
  );
}

/** As many pixels as the screen has, up to what every browser can draw. */
function canvasFor(page: PDFPageProxy, scale: number) {
  const { width, height } = page.getViewport({ scale });
  const density = Math.min(window.devicePixelRatio || 1, Math.sqrt(MOST_PIXELS / (width * height)));
  const viewport = page.getViewport({ scale: scale * density });
  const canvas = document.createElement("canvas");
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  return { canvas, viewport };
}

/** As wide as there is room for, or a share of the paper's own size. */
export type Zoom = "fit" | number;

const STEPS = [0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4] as const;
export const SMALLEST: number = STEPS[0];
export const LARGEST: number = STEPS[STEPS.length - 1] ?? 4;

/** Two shares that one cannot tell apart are one step. */
const SAME = 0.005;

/** The next step up or down from where one is, which need not be a step itself; where there is none, where one is. */
export function stepped(from: number, direction: 1 | -1): number {
  const onward =
    direction === 1 ? STEPS.find((step) => step > from + SAME) : STEPS.findLast((step) => step < from - SAME);
  return onward ?? from;
}

/** A PDF counts in points, 72 to the inch; a page on the screen 96. */
const PIXELS_PER_POINT = 96 / 72;

/** Pixels a point: the share asked for, or the one at which `points` fill `pixels`. */
export function scaleOf(zoom: Zoom, points: number, pixels: number): number {
  if (zoom !== "fit") return zoom * PIXELS_PER_POINT;
  const fitting = pixels / points;
  return Math.min(Math.max(fitting, SMALLEST * PIXELS_PER_POINT), LARGEST * PIXELS_PER_POINT);
}

export const shareOf = (scale: number): number => scale / PIXELS_PER_POINT;
