/** The bytes to send, both ends included, as HTTP counts them. */
export type ByteRange = { first: number; last: number };

/** Of `Range` only the first form: one range. Several would need a body in parts, which no viewer asks for. */
const ONE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/**
 * The range that a request asks for of a file of `size` bytes: null for all of it, which a server may always answer
 * (RFC 9110, 14.2), also to what it does not understand; `unsatisfiable` where the file ends before it.
 */
export function readRange(header: string | null, size: number): ByteRange | null | "unsatisfiable" {
  const [, from = "", to = ""] = ONE_RANGE.exec(header ?? "") ?? [];
  if (from === "" && to === "") return null;
  if (from === "") {
    const count = Math.min(Number(to), size);
    return count === 0 ? "unsatisfiable" : { first: size - count, last: size - 1 };
  }
  const first = Number(from);
  const last = to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== "" && Number(to) < first) return null;
  return first >= size ? "unsatisfiable" : { first, last };
}
