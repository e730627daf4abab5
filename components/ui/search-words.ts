/** Lower case, and letters without their accents: a search for 'extraccion' finds 'extracción'. */
export const bare = (text: string): string =>
  // A sigma at the end of a word has a lower case of its own, which its letter alone has not.
  text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase().replaceAll("ς", "σ");

/** Whether a text has every typed word somewhere, without regard to accents and case. */
export function holdsWords(text: string, typed: string): boolean {
  const plain = bare(text);
  return bare(typed)
    .split(/\s+/)
    .every((word) => plain.includes(word));
}
