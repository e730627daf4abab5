import type { PDFDocumentProxy } from "pdfjs-dist";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { bare } from "@/components/ui/search-words";

type Match = { page: number; spans: Span[] };
/** The elements of a page's text layer, one for each of its text items. */
type TextLayers = ReadonlyMap<number, readonly HTMLElement[]>;

/** A further match would help no reader. */
const MAX_MATCHES = 1_000;

/** Searches a document, highlights the matches and scrolls to the current one. */
export function useFind(pdf: PDFDocumentProxy, region: RefObject<HTMLElement | null>) {
  const [query, setQuery] = useState("");
  const [matches, setMatches] = useState<readonly Match[] | null>(null);
  const [current, setCurrent] = useState(0);
  const pageTexts = useRef<Promise<PageText[]> | null>(null);
  const textLayers = useRef(new Map<number, readonly HTMLElement[]>());

  /** Highlights the matches on the pages that have their text layer; `scroll` brings the current one into view. */
  const showMatches = useCallback(
    (scroll: boolean) => {
      const match = matches?.[current];
      highlight(
        "pdf-found",
        (matches ?? []).filter((other) => other !== match).flatMap((other) => rangesOf(other, textLayers.current)),
      );
      highlight("pdf-current", match ? rangesOf(match, textLayers.current) : []);
      if (scroll && match) scrollToMatch(match, textLayers.current, region.current);
    },
    [matches, current, region],
  );
  useEffect(() => showMatches(true), [showMatches]);
  useEffect(
    () => () => {
      highlight("pdf-found", []);
      highlight("pdf-current", []);
    },
    [],
  );

  useEffect(() => {
    if (query.trim() === "") return setMatches(null);
    let cancelled = false;
    pageTexts.current ??= readPageTexts(pdf);
    pageTexts.current.then(
      (texts) => {
        if (cancelled) return;
        const found = texts.flatMap((text, index) =>
          findMatches(text, query).map((spans) => ({ page: index + 1, spans })),
        );
        setMatches(found.slice(0, MAX_MATCHES));
        setCurrent(0);
      },
      () => undefined,
    );
    return () => {
      cancelled = true;
    };
  }, [pdf, query]);

  const showLatest = useRef(showMatches);
  useEffect(() => {
    showLatest.current = showMatches;
  }, [showMatches]);
  const onTextLayer = useCallback((page: number, elements: readonly HTMLElement[]) => {
    textLayers.current.set(page, elements);
    showLatest.current(false);
  }, []);

  const count = matches?.length ?? 0;
  return {
    query,
    setQuery,
    /** Null while there is no query. */
    result: matches === null ? null : { count, current, page: matches[current]?.page ?? null },
    step: (direction: 1 | -1) => count > 0 && setCurrent((current + direction + count) % count),
    onTextLayer,
  };
}

async function readPageTexts(pdf: PDFDocumentProxy): Promise<PageText[]> {
  const texts: PageText[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    texts.push(pageText(items.filter((item) => "str" in item)));
  }
  return texts;
}

function rangesOf({ page, spans }: Match, layers: TextLayers): Range[] {
  return spans.flatMap(({ item, start, end }) => {
    const text = layers.get(page)?.[item]?.firstChild;
    if (!(text instanceof Text) || end > text.length) return [];
    const range = document.createRange();
    range.setStart(text, start);
    range.setEnd(text, end);
    return [range];
  });
}

/** Uses the CSS Custom Highlight API, so the text layer's elements stay unchanged. Without it, matches are only scrolled to. */
function highlight(name: string, ranges: readonly Range[]): void {
  if (typeof Highlight === "undefined" || !CSS.highlights) return;
  if (ranges.length === 0) CSS.highlights.delete(name);
  else CSS.highlights.set(name, new Highlight(...ranges));
}

function scrollToMatch(match: Match, layers: TextLayers, region: HTMLElement | null): void {
  if (!region) return;
  const view = region.getBoundingClientRect();
  const target =
    rangesOf(match, layers)[0]?.getBoundingClientRect() ??
    region.querySelector(`[data-page="${match.page}"]`)?.getBoundingClientRect();
  if (
    !target ||
    (target.top >= view.top && target.bottom <= view.bottom && target.left >= view.left && target.right <= view.right)
  )
    return;
  region.scrollBy({ top: target.top - view.top - view.height / 3, left: target.left - view.left - view.width / 3 });
}

/** A run of text as a PDF places it; `hasEOL` where a line ends after it. */
export type TextItem = { str: string; hasEOL: boolean };

/** A part of one text item, in UTF-16 code units. */
export type Span = { item: number; start: number; end: number };

/** The normalized text of a page, and for each of its characters the span of the original text. */
export type PageText = { text: string; spans: readonly Span[] };

/** Normalizes a page's text: no case, no accents; white space and line ends become one space. */
export function pageText(items: readonly TextItem[]): PageText {
  let text = "";
  const spans: Span[] = [];
  const add = (characters: string, span: Span) => {
    for (const unit of characters.split("")) {
      if (unit === " " && (text === "" || text.endsWith(" "))) continue;
      text += unit;
      spans.push(span);
    }
  };
  items.forEach(({ str, hasEOL }, item) => {
    let start = 0;
    for (const character of str) {
      const end = start + character.length;
      add(/\s/u.test(character) ? " " : bare(character), { item, start, end });
      start = end;
    }
    if (hasEOL) add(" ", { item, start: str.length, end: str.length });
  });
  return { text, spans };
}

export function findMatches({ text, spans }: PageText, query: string): Span[][] {
  const folded = bare(query).replaceAll(/\s+/gu, " ").trim();
  const matches: Span[][] = [];
  if (folded === "") return matches;
  for (let at = text.indexOf(folded); at !== -1; at = text.indexOf(folded, at + folded.length)) {
    matches.push(joinSpans(spans.slice(at, at + folded.length)));
  }
  return matches;
}

/** Joins characters of one text item into a span. */
function joinSpans(characters: readonly Span[]): Span[] {
  const spans: Span[] = [];
  for (const { item, start, end } of characters) {
    const last = spans.at(-1);
    if (last?.item === item) last.end = Math.max(last.end, end);
    else spans.push({ item, start, end });
  }
  return spans.filter(({ start, end }) => end > start);
}
