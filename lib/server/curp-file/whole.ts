import { createHash } from "node:crypto";

/** A PDF that was sent whole. */
export type WholePdf = {
  sha256: Buffer;
  bytes: number;
  /** Null unless its bytes are wanted, and where they are too many. */
  content: Buffer | null;
};

type Options = {
  /** Most bytes that are held for `content`. */
  holds: number;
  onWhole: (pdf: WholePdf) => Promise<void>;
};

/**
 * Passes the pieces of a whole file on, and calls `onWhole` once the reader has taken the last one: never for a reader who
 * leaves, nor for a file that breaks off. The reader sees the end after `onWhole` has ended.
 */
export async function* watched(
  pieces: AsyncGenerator<Buffer, void>,
  { holds, onWhole }: Options,
): AsyncGenerator<Buffer, void> {
  const hash = createHash("sha256");
  let bytes = 0;
  let held: Buffer[] | null = [];
  for await (const piece of pieces) {
    hash.update(piece);
    bytes += piece.length;
    if (bytes > holds) held = null;
    held?.push(piece);
    yield piece;
  }
  await onWhole({ sha256: hash.digest(), bytes, content: held && holds > 0 ? Buffer.concat(held) : null });
}
