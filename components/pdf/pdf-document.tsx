"use client";

import { ChevronDown, ChevronUp, Download, MoveHorizontal, Printer, X, ZoomIn, ZoomOut } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { saveFile } from "#components/ui/save-file.ts";
import { ScrollRegion } from "#components/ui/scroll-region.tsx";
import { FindBar } from "./find-bar.tsx";
import type { OpenPdf } from "./open-document.ts";
import { type PaperSize, PdfPage } from "./pdf-page.tsx";
import { printDocument } from "./print-document.ts";
import { Tool } from "./tool.tsx";
import { useFind } from "./use-find.ts";
import { usePages } from "./use-pages.ts";
import { LARGEST, SMALLEST, scaleOf, shareOf, stepped, type Zoom } from "./zoom.ts";

type Props = { open: OpenPdf; paper: PaperSize; fileName: string; onClose: () => void };

/** Around the pages on both sides, in pixels. */
const MARGIN = 24;

/** An open document: its pages, and what one does with them by hand or by the keyboard alone. */
export function PdfDocument({ open, paper, fileName, onClose }: Props) {
  const t = useTranslations("pdf");
  const format = useFormatter();
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
      <div
        role="toolbar"
        aria-label={t("tools")}
        className="flex flex-wrap items-center gap-x-2 gap-y-1 border-border border-b px-2 py-1.5"
      >
        <div className="flex items-center">
          <Tool label={t("previousPage")} off={pages.current <= 1} onClick={() => pages.byPage(-1)}>
            <ChevronUp aria-hidden />
          </Tool>
          <Tool label={t("nextPage")} off={pages.current >= pdf.numPages} onClick={() => pages.byPage(1)}>
            <ChevronDown aria-hidden />
          </Tool>
          <span className="px-1 text-xs tabular-nums">
            <span aria-hidden>
              {pages.current} / {pdf.numPages}
            </span>
            <span className="sr-only">{t("page", { number: pages.current, count: pdf.numPages })}</span>
          </span>
        </div>
        <div className="flex items-center">
          <Tool label={t("smaller")} off={share <= SMALLEST} onClick={() => zoomBy(-1)}>
            <ZoomOut aria-hidden />
          </Tool>
          <output aria-label={t("zoom")} className="w-11 text-center text-xs tabular-nums">
            {format.number(share, { style: "percent", maximumFractionDigits: 0 })}
          </output>
          <Tool label={t("larger")} off={share >= LARGEST} onClick={() => zoomBy(1)}>
            <ZoomIn aria-hidden />
          </Tool>
          <Tool
            label={t("fit")}
            aria-pressed={zoom === "fit"}
            onClick={() => setZoom("fit")}
            className="aria-pressed:bg-accent"
          >
            <MoveHorizontal aria-hidden />
          </Tool>
        </div>
        <FindBar find={find} field={field} />
        <div className="ml-auto flex items-center">
          <Tool label={t("print")} off={printing === "yes"} onClick={print}>
            <Printer aria-hidden />
          </Tool>
          <Tool label={t("download")} onClick={() => saveFile(open.file, fileName)}>
            <Download aria-hidden />
          </Tool>
          <Tool label={t("close")} onClick={onClose}>
            <X aria-hidden />
          </Tool>
        </div>
        <p role="status" className="text-failed text-xs empty:hidden">
          {printing === "failed" && t("printFailed")}
        </p>
      </div>
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
