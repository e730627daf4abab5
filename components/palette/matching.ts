import { beginsLikeCurp, mayBecomeCurp } from "#lib/contract/curp-shape.ts";

const plain = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** Whether every word typed is in the name, whatever its case and accents. */
export function matches(name: string, typed: string): boolean {
  const hay = plain(name);
  return plain(typed)
    .split(/\s+/)
    .every((word) => hay.includes(word));
}

/** Ids are long and without spaces; what is shorter is a tag or the start of one. */
const LIKE_AN_ID = /^\S{8,200}$/;

export type Wanted = {
  /** Text for the list's search; null when there is nothing to search for or it may not be sent. */
  search: string | null;
  /** An id to open, whether or not any event told about it. */
  id: string | null;
  /** It looks like a CURP: that goes into no address and no request line. */
  personal: boolean;
  /** It may be the beginning of a CURP: it is searched, or opened as an id, when told and not by itself. */
  waits: boolean;
};

/** What a person who typed this may want. */
export function readTyped(typed: string): Wanted {
  const text = typed.trim();
  if (beginsLikeCurp(text)) return { search: null, id: null, personal: true, waits: false };
  return {
    search: text.length > 0 && text.length <= 200 ? text : null,
    id: LIKE_AN_ID.test(text) ? text : null,
    personal: false,
    waits: mayBecomeCurp(text),
  };
}
