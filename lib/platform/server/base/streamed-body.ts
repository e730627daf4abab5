/** How a body ended: read to its end, cancelled by its reader, or failed. */
type BodyEnd = "read" | "left" | { error: unknown };

/**
 * Streams pieces as the body of an answer: a piece is requested when the last was taken, so that memory holds one piece.
 * `onEnd` is called once; a `finally` of the generator would not run if the reader leaves before the first piece.
 */
export function streamedBody(pieces: AsyncGenerator<Uint8Array, void>, onEnd: (end: BodyEnd) => void) {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { value, done } = await pieces.next();
          if (!done) return controller.enqueue(value);
          controller.close();
          onEnd("read");
        } catch (error) {
          onEnd({ error });
          throw error;
        }
      },
      async cancel() {
        onEnd("left");
        await pieces.return();
      },
    },
    { highWaterMark: 0 },
  );
}
