import type { IncomingMessage } from "node:http";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import type { FileErrorCode } from "#lib/platform/contract/error.ts";
import { CotejoError } from "#lib/platform/server/base/errors.ts";
import { RefusedAddress, requestPublic } from "#lib/platform/server/base/public-request.ts";

export const MAX_PDF_BYTES = 20 * 1024 * 1024;
/** Time limit for the first bytes, and between any two pieces. */
const TIMEOUT_MS = 10_000;
/** Deadline for the whole file, without its reader's time: a slow server is cut off after it. */
const DEADLINE_MS = 60_000;
const MAGIC = Buffer.from("%PDF-");
/** Viewers search the beginning of a PDF within this number of bytes: some programs write their own before it. */
const HEAD_BYTES = 1_024;
const GZIP = Buffer.from([0x1f, 0x8b]);

export type FetchedPdf = {
  /** Number of bytes, if the server states it. */
  size: number | null;
  /** All bytes from the first one, as they arrive; throws CotejoError. */
  bytes: AsyncGenerator<Buffer, void>;
  /** Closes the connection: call it when no more bytes are needed, even if none was read. */
  close: () => void;
};

export type FetchOptions = {
  /** The origin that may be on this machine or without TLS: that of a loopback service. */
  loopbackOrigin: string | null;
  timeoutMs?: number;
  deadlineMs?: number;
};

/**
 * Fetches a PDF from the address signed by the service, at any host (interface, CURP lookup result: `curp_file`). Only
 * https, and no address of a private network. Redirects are not followed; the file must begin like a PDF, whatever its
 * content type, and is decompressed if it is gzip; it is read at its reader's pace. Throws CotejoError (`FILE_…`).
 */
export async function fetchPdf(address: string, options: FetchOptions): Promise<FetchedPdf> {
  const timeout = options.timeoutMs ?? TIMEOUT_MS;
  const gone = new AbortController();
  try {
    const answer = requestPublic(address, {
      method: "GET",
      headers: { accept: "application/pdf", "accept-encoding": "identity" },
      isTrusted: ({ origin }) => origin === options.loopbackOrigin,
      signal: gone.signal,
    });
    const response = await within(timeout, answer);
    check(response);
    const sent = response[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    const size = sizeOf(response);
    const start = await collect(sent, timeout, (bytes) => bytes.length >= GZIP.length);
    const isZipped = start.subarray(0, GZIP.length).equals(GZIP);
    const pieces = isZipped ? unzipped(start, sent) : sent;
    const head = await collect(pieces, timeout, isHead, isZipped ? undefined : start);
    if (!beginsLikePdf(head)) throw fileError("FILE_NOT_PDF", "The file does not begin like a PDF.");
    const bytes = rest(pieces, head, { timeout, deadline: options.deadlineMs ?? DEADLINE_MS });
    return { size: isZipped ? null : size, bytes, close: () => response.destroy() };
  } catch (error) {
    gone.abort();
    throw asFileError(error);
  }
}

/** 4xx: the address has expired or is not signed for us; the service gives another one when it is read again. */
function check({ statusCode = 0 }: IncomingMessage): void {
  if (statusCode >= 400 && statusCode < 500) {
    throw fileError("FILE_REFUSED", `The file's server answered ${statusCode}.`);
  }
  // Any target is refused: only the checked address is fetched.
  if (statusCode >= 300 && statusCode < 400) throw fileError("FILE_REDIRECTED", "The file's server leads elsewhere.");
  if (statusCode !== 200) throw fileError("FILE_UNREACHABLE", `The file's server answered ${statusCode}.`);
}

function sizeOf({ headers }: IncomingMessage): number | null {
  const length = headers["content-length"];
  if (length === undefined) return null;
  if (Number(length) > MAX_PDF_BYTES) throw tooLarge();
  return Number(length);
}

const tooLarge = () => fileError("FILE_TOO_LARGE", "The file is larger than 20 MiB.");

const beginsLikePdf = (head: Buffer): boolean => head.subarray(0, HEAD_BYTES).includes(MAGIC);
const isHead = (bytes: Buffer): boolean => bytes.length >= HEAD_BYTES || beginsLikePdf(bytes);

/** The next bytes until there are enough of them, or no more. */
async function collect(
  pieces: AsyncIterator<Buffer>,
  timeout: number,
  isEnough: (bytes: Buffer) => boolean,
  bytes: Buffer = Buffer.alloc(0),
): Promise<Buffer> {
  while (!isEnough(bytes)) {
    const { value, done } = await within(timeout, pieces.next());
    if (done) break;
    bytes = Buffer.concat([bytes, value]);
  }
  return bytes;
}

/** The content of a gzip file, decompressed at its reader's pace. */
function unzipped(start: Buffer, sent: AsyncIterator<Buffer>): AsyncIterator<Buffer> {
  const all = async function* () {
    yield start;
    yield* { [Symbol.asyncIterator]: () => sent };
  };
  // A failure of either stream is passed on by the unpacked one.
  const file = pipeline(Readable.from(all()), createGunzip(), () => undefined);
  return file[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
}

async function* rest(
  pieces: AsyncIterator<Buffer>,
  head: Buffer,
  { timeout, deadline }: { timeout: number; deadline: number },
): AsyncGenerator<Buffer, void> {
  let size = 0;
  let waited = 0;
  for (let piece: Buffer | null = head; piece; ) {
    size += piece.length;
    if (size > MAX_PDF_BYTES) throw tooLarge();
    yield piece;
    const waitingSince = performance.now();
    piece = await next(pieces, Math.min(timeout, deadline - waited));
    waited += performance.now() - waitingSince;
  }
}

async function next(pieces: AsyncIterator<Buffer>, timeout: number): Promise<Buffer | null> {
  try {
    const { value, done } = await within(timeout, pieces.next());
    return done ? null : value;
  } catch (error) {
    throw asFileError(error);
  }
}

const REFUSED: Record<RefusedAddress["reason"], string> = {
  form: "The address of the file is not one to be fetched.",
  private: "The address of the file leads to a private network.",
};

/** Errors of the network name hosts and addresses: only their kind is passed on. */
function asFileError(error: unknown): Error {
  if (error instanceof RefusedAddress) return fileError("FILE_ADDRESS_REFUSED", REFUSED[error.reason]);
  if (error instanceof Error && "code" in error && String(error.code).startsWith("FILE_")) return error;
  return fileError("FILE_UNREACHABLE", "The file's server cannot be reached, or broke off.");
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(fileError("FILE_TIMEOUT", "The file's server did not answer in time.")), ms);
  // After the timeout nobody awaits `work`: a later rejection must not count as unhandled.
  work.catch(() => undefined);
  try {
    return await Promise.race([promise, work]);
  } finally {
    clearTimeout(timer);
  }
}

/** All other codes have 502. */
const STATUS: Partial<Record<FileErrorCode, number>> = { FILE_NOT_AVAILABLE: 404, FILE_TIMEOUT: 504 };

/** The error of a PDF that cannot be shown. The message never has the address, which is the permission to read the file. */
export const fileError = (code: FileErrorCode, message: string): CotejoError =>
  new CotejoError(code, STATUS[code] ?? 502, message, { retryable: code !== "FILE_NOT_AVAILABLE" });
