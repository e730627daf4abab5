/** Lower case without accents: a search for 'extraccion' finds 'extracción'. */
export const bare = (text: string): string =>
  // A sigma at the end of a word has its own lower-case form.
  text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase().replaceAll("ς", "σ");

/** Whether a text contains all typed words, ignoring accents and case. */
export function containsWords(text: string, typed: string): boolean {
  const plain = bare(text);
  return bare(typed)
    .split(/\s+/)
    .every((word) => plain.includes(word));
}
