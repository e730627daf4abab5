/** From `://` to the next space. The slashes may be escaped, as in JSON within a text, or be more than two. */
const ADDRESS = /:[\\/]{2,}\S*/g;
const USER = /(:[\\/]{2,})(?:[^\\/\s]*@[\\/]*)+/g;

/** A text that is an address without a host: `/files/1.pdf?Signature=…`, `//host/…`. */
const RELATIVE = /^\/\S*$/;

/**
 * A text as it may be stored: every address in it, wherever it stands (a message may quote the one that failed), loses
 * user, query and fragment; of what JSON allows and PostgreSQL refuses, U+0000 goes and lone surrogates are replaced.
 * What follows a query without a space goes with it, since nothing tells where a signature ends.
 */
export function redactText(text: string): string {
  const storable = text.replaceAll("\u0000", "").toWellFormed();
  if (RELATIVE.test(storable)) return bare(`:${storable}`).slice(1);
  return storable.includes(":") ? storable.replace(ADDRESS, bare) : storable;
}

function bare(address: string): string {
  const end = address.search(/[?#]/);
  return (end === -1 ? address : address.slice(0, end)).replace(USER, "$1");
}
