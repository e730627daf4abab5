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
