import { createHash } from "node:crypto";

export type WholePdf = {
  sha256: Buffer;
  bytes: number;
  /** Null if the bytes are not wanted or too many. */
  content: Buffer | null;
};

type Options = {
  /** Maximum of bytes that are held for `content`. */
  holds: number;
  onWhole: (pdf: WholePdf) => Promise<void>;
};

/** Bytes that all answers of a process hold together; a further PDF is sent without being held. */
export const MAX_HELD_BYTES = 64 * 1024 * 1024;

let holding = 0;

/** Holds the pieces of a PDF, as long as they are few enough. */
function holder(max: number) {
  let size = 0;
  let pieces: Buffer[] | null = max > 0 ? [] : null;
  const release = () => {
    holding -= size;
    size = 0;
    pieces = null;
  };
  return {
    release,
    add(piece: Buffer) {
      if (size + piece.length > max || holding + piece.length > MAX_HELD_BYTES) release();
      if (!pieces) return;
      pieces.push(piece);
      size += piece.length;
      holding += piece.length;
    },
    content: () => pieces && Buffer.concat(pieces),
  };
}

/**
 * Passes the pieces of a whole file on, and calls `onWhole` once the reader has taken the last one: never for a reader who
 * leaves, nor for a file that breaks off. The reader sees the end after `onWhole` has ended.
 */
export async function* watched(
  pieces: AsyncGenerator<Buffer, void>,
  { holds, onWhole }: Options,
): AsyncGenerator<Buffer, void> {
  const hash = createHash("sha256");
  const held = holder(holds);
  let bytes = 0;
  try {
    for await (const piece of pieces) {
      hash.update(piece);
      bytes += piece.length;
      held.add(piece);
      yield piece;
    }
    await onWhole({ sha256: hash.digest(), bytes, content: held.content() });
  } finally {
    held.release();
  }
}

/** The bytes to send, both ends included, as HTTP counts them. */
type ByteRange = { first: number; last: number };

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
