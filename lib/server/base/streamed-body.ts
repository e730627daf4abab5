/** How a body ended: read to its end, given up by its reader, or failed. */
type End = "read" | "left" | { error: unknown };

/**
 * Pieces as the body of an answer: the next one is requested when the last was taken, so that memory holds one of them.
 * `onEnd` is called once; a generator that has not begun would not learn that its reader has left.
 */
export function streamedBody(
  pieces: AsyncGenerator<Uint8Array, void>,
  onEnd: (end: End) => void,
): ReadableStream<Uint8Array> {
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
