import { streamedBody } from "#lib/platform/server/base/streamed-body.ts";

/** The value of a cell; null is empty. The UTC fields of a `Date` are a wall-clock time without a zone. */
export type Cell = string | number | boolean | Date | null;

type Page = readonly (readonly Cell[])[];

/** The words of a time cell in files without a type for times. */
export const timeText = (time: Date): string =>
  time
    .toISOString()
    .replace(/\.\d+Z$/, "")
    .replace("T", " ");

/** A table whose rows are read in pages. */
export type Table = { header: readonly string[]; pages: AsyncIterable<Page> | readonly Page[] };

/** A table with its name in a workbook, and the note in the last row of an incomplete sheet. */
export type Sheet = Table & { name: string; cut?: string };

type Exported = {
  rows: number;
  /** The client disconnected before the end. */
  left_off?: true;
};

/** `ended` resolves to the number of rows, or rejects with an error of the reading. */
export type Export = { body: ReadableStream<Uint8Array>; ended: Promise<Exported> };

/** A file whose pieces are made on demand; `rows` is the number of rows so far. */
export function fileOf(pieces: AsyncGenerator<Uint8Array, void>, rows: () => number): Export {
  const ended = Promise.withResolvers<Exported>();
  const body = streamedBody(pieces, (end) => {
    if (typeof end === "object") ended.reject(end.error);
    else ended.resolve({ rows: rows(), ...(end === "left" && { left_off: true }) });
  });
  return { body, ended: ended.promise };
}
