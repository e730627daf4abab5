/** Pieces as the body of an answer: the next one is asked for when the last was taken, none when nobody wants them. */
export function bodyOf(pieces: AsyncGenerator<Buffer, void>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await pieces.return();
      },
    },
    { highWaterMark: 0 },
  );
}
