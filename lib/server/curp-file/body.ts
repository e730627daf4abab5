/**
 * Pieces as the body of an answer: the next one is asked for when the last was taken. `close` is called when all were,
 * when they fail, and when nobody wants more; a generator that has not begun would learn nothing of that.
 */
export function bodyOf(pieces: AsyncGenerator<Buffer, void>, close: () => void): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { value, done } = await pieces.next();
          if (!done) return controller.enqueue(value);
          controller.close();
          close();
        } catch (error) {
          close();
          throw error;
        }
      },
      async cancel() {
        close();
        await pieces.return();
      },
    },
    { highWaterMark: 0 },
  );
}
