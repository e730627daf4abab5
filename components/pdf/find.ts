import type { PDFDocumentProxy } from "pdfjs-dist";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

type Match = { page: number; stretches: Stretch[] };

/** Nobody reads on through more than that. */
const MOST_MATCHES = 1_000;

/** Searching a document: what was found, which of it one is at, and showing that. */
export function useFind(pdf: PDFDocumentProxy, region: RefObject<HTMLElement | null>) {
  const [sought, setSought] = useState("");
  const [matches, setMatches] = useState<readonly Match[] | null>(null);
  const [at, setAt] = useState(0);
  const searched = useRef<Promise<SearchedPage[]> | null>(null);
  const runs = useRef(new Map<number, readonly HTMLElement[]>());

  /** Marks what has been found on the pages that are there; with `reveal` brings the current one into sight. */
  const mark = useCallback(
    (reveal: boolean) => {
      const current = matches?.[at];
      paint(
        "pdf-found",
        (matches ?? []).filter((match) => match !== current).flatMap((match) => rangesOf(match, runs.current)),
      );
      paint("pdf-current", current ? rangesOf(current, runs.current) : []);
      if (reveal && current) bringIntoSight(current, runs.current, region.current);
    },
    [matches, at, region],
  );
  useEffect(() => mark(true), [mark]);
  useEffect(
    () => () => {
      paint("pdf-found", []);
      paint("pdf-current", []);
    },
    [],
  );

  useEffect(() => {
    if (sought.trim() === "") return setMatches(null);
    let left = false;
    searched.current ??= textsOf(pdf);
    searched.current.then(
      (pages) => {
        if (left) return;
        const found = pages.flatMap((page, index) =>
          findOn(page, sought).map((stretches) => ({ page: index + 1, stretches })),
        );
        setMatches(found.slice(0, MOST_MATCHES));
        setAt(0);
      },
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [pdf, sought]);

  const marking = useRef(mark);
  useEffect(() => {
    marking.current = mark;
  }, [mark]);
  const onText = useCallback((page: number, placed: readonly HTMLElement[]) => {
    runs.current.set(page, placed);
    marking.current(false);
  }, []);

  const count = matches?.length ?? 0;
  return {
    sought,
    seek: setSought,
    /** Null while nothing is sought. */
    found: matches === null ? null : { count, at, page: matches[at]?.page ?? null },
    go: (step: 1 | -1) => count > 0 && setAt((at + step + count) % count),
    onText,
  };
}

async function textsOf(pdf: PDFDocumentProxy): Promise<SearchedPage[]> {
  const pages: SearchedPage[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    pages.push(searchedPage(items.filter((item) => "str" in item)));
  }
  return pages;
}

type Runs = ReadonlyMap<number, readonly HTMLElement[]>;

function rangesOf({ page, stretches }: Match, runs: Runs): Range[] {
  return stretches.flatMap(({ item, start, end }) => {
    const text = runs.get(page)?.[item]?.firstChild;
    if (!(text instanceof Text) || end > text.length) return [];
    const range = document.createRange();
    range.setStart(text, start);
    range.setEnd(text, end);
    return [range];
  });
}

/** Colours ranges without touching the page; a browser that cannot shows where they are by going there. */
function paint(name: string, ranges: readonly Range[]): void {
  if (typeof Highlight === "undefined" || !CSS.highlights) return;
  if (ranges.length === 0) CSS.highlights.delete(name);
  else CSS.highlights.set(name, new Highlight(...ranges));
}

function bringIntoSight(match: Match, runs: Runs, region: HTMLElement | null): void {
  if (!region) return;
  const seen = region.getBoundingClientRect();
  const place =
    rangesOf(match, runs)[0]?.getBoundingClientRect() ??
    region.querySelector(`[data-page="${match.page}"]`)?.getBoundingClientRect();
  if (
    !place ||
    (place.top >= seen.top && place.bottom <= seen.bottom && place.left >= seen.left && place.right <= seen.right)
  )
    return;
  region.scrollBy({ top: place.top - seen.top - seen.height / 3, left: place.left - seen.left - seen.width / 3 });
}

/** A run of text as a PDF places it; `hasEOL` where a line ends after it. */
export type Item = { str: string; hasEOL: boolean };

/** A stretch of one run, in UTF-16 code units of it. */
export type Stretch = { item: number; start: number; end: number };

/** A page's text as it is searched, and where each of its characters stands. */
export type SearchedPage = { text: string; places: readonly Stretch[] };

/** Without case, accents and marks: who looks for 'constancia unica' finds 'CONSTANCIA … ÚNICA'. */
const folded = (text: string): string => text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** Brings a page into the form that is searched: runs of white space, and ends of lines, are one space. */
export function searchedPage(items: readonly Item[]): SearchedPage {
  let text = "";
  const places: Stretch[] = [];
  const add = (characters: string, place: Stretch) => {
    for (const unit of characters.split("")) {
      if (unit === " " && (text === "" || text.endsWith(" "))) continue;
      text += unit;
      places.push(place);
    }
  };
  items.forEach(({ str, hasEOL }, item) => {
    let start = 0;
    for (const character of str) {
      const end = start + character.length;
      add(/\s/u.test(character) ? " " : folded(character), { item, start, end });
      start = end;
    }
    if (hasEOL) add(" ", { item, start: str.length, end: str.length });
  });
  return { text, places };
}

/** Each place where the text stands on a page, as the stretches that it covers, in the order of the page. */
export function findOn({ text, places }: SearchedPage, sought: string): Stretch[][] {
  const wanted = folded(sought).replaceAll(/\s+/gu, " ").trim();
  const found: Stretch[][] = [];
  if (wanted === "") return found;
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) {
    found.push(joined(places.slice(at, at + wanted.length)));
  }
  return found;
}

/** Characters of one run become one stretch. */
function joined(characters: readonly Stretch[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const { item, start, end } of characters) {
    const last = stretches.at(-1);
    if (last?.item === item) last.end = Math.max(last.end, end);
    else stretches.push({ item, start, end });
  }
  return stretches.filter(({ start, end }) => end > start);
}
