/** The bytes to send, both ends included, as HTTP counts them. */
export type ByteRange = { first: number; last: number };

/** A `Range` header with one range; several ranges would need a multipart body, which no viewer requests. */
const ONE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/**
 * The range of a request for a file of `size` bytes: null for the whole file, which a server may always answer (RFC
 * 9110, 14.2), also to an unknown form; `unsatisfiable` if the file ends before it.
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

/** The chunks of a file cut to a range; chunks after it are not awaited. */
export async function* part(
  bytes: AsyncGenerator<Buffer, void>,
  { first, last }: ByteRange,
): AsyncGenerator<Buffer, void> {
  let at = 0;
  for await (const piece of bytes) {
    const wanted = piece.subarray(Math.max(first - at, 0), Math.max(last + 1 - at, 0));
    at += piece.length;
    if (wanted.length > 0) yield wanted;
    if (at > last) return;
  }
}
