import type { ByteRange } from "./byte-range.ts";

/** The pieces of a file cut to a range; what comes after it is not waited for. */
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
