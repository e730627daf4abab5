/** Characters that a URL may hold unencoded and that end it in HTML, in chat markup or in the text of a mail. */
const URL_END = /[|'"<>()[\]`*\\^{}\s]/g;

const encoded = (mark: string): string =>
  [...new TextEncoder().encode(mark)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");

/** The address of a page of ours; null for a path that leads elsewhere. */
export function linkTo(path: string, origin: string): string | null {
  if (!path.startsWith("/") || !URL.canParse(path, origin)) return null;
  const url = new URL(path, origin);
  return url.origin === origin ? url.href.replaceAll(URL_END, encoded) : null;
}
