const LOCAL = /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]{0,63}[A-Za-z0-9_+-]$/;
const DOMAIN = /^([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$/;

/**
 * Whether a text is one address of RFC 5321 in ASCII: no name before it, no list, and nothing that could end a line of a
 * header. No zod, so that pages may import it.
 */
export function isMailAddress(text: string): boolean {
  const at = text.lastIndexOf("@");
  return at > 0 && text.length <= 254 && LOCAL.test(text.slice(0, at)) && DOMAIN.test(text.slice(at + 1));
}
