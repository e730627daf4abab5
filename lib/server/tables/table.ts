/** The value of a cell: null is empty. A `Date` is a wall-clock time that its UTC fields spell, in no zone. */
export type Cell = string | number | boolean | Date | null;

/** A table read in pieces: its header, and the next rows until there are none. */
export type Table = { header: readonly string[]; pages: AsyncIterable<readonly (readonly Cell[])[]> };

/** A table with its name in a workbook, and the note in the last row of an incomplete sheet. */
export type Sheet = Table & { name: string; cut?: string };

type Exported = {
  rows: number;
  /** Its reader has left before the end. */
  left_off?: true;
};

/** `ended` resolves to how many rows there were, or rejects as the reading did. */
export type Export = { body: ReadableStream<Uint8Array>; ended: Promise<Exported> };

/**
 * A file whose pieces are made on demand, so that memory holds one of them; `rows` is the number of rows so far. When
 * the reader leaves, production ends.
 */
export function fileOf(pieces: AsyncGenerator<Uint8Array>, rows: () => number): Export {
  const ended = Promise.withResolvers<Exported>();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await pieces.next();
          if (!done) {
            controller.enqueue(value);
            return;
          }
          controller.close();
          ended.resolve({ rows: rows() });
        } catch (error) {
          ended.reject(error);
          throw error;
        }
      },
      async cancel() {
        ended.resolve({ rows: rows(), left_off: true });
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
  return { body, ended: ended.promise };
}
