import { withKeys } from "./with-keys.ts";

const HYPHENATED = /(\S+-\S+)/;

/** Characters of a word that fit in a line of any window. */
const MAX_WHOLE = 24;

/** A text whose words do not break at a hyphen, since a tag like 'EXP-2008' is read as one word. Longer words may break. */
export const WholeTags = ({ children }: { children: string }) =>
  withKeys(children.split(HYPHENATED), (part) => [part]).map(({ key, item: part }) => (
    <span key={key} className={part.length <= MAX_WHOLE && HYPHENATED.test(part) ? "whitespace-nowrap" : undefined}>
      {part}
    </span>
  ));
