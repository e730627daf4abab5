const HYPHENATED = /(\S+-\S+)/;

/** Characters of a word that fit in a line of any window. */
const MAX_WHOLE = 24;

/** A text whose words do not break at a hyphen, since a tag like 'EXP-2008' is read as one word. Longer words may break. */
export const WholeTags = ({ children }: { children: string }) =>
  children.split(HYPHENATED).map((part, index) => (
    <span
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity.
      key={index}
      className={part.length <= MAX_WHOLE && HYPHENATED.test(part) ? "whitespace-nowrap" : undefined}
    >
      {part}
    </span>
  ));
