import type { IncomingMessage } from "node:http";

/**
 * Waits for a body of at most `most` bytes and leaves it where it was, for whoever reads the request next. Resolves to false as
 * soon as more has come. A sender who leaves is not waited for; that is no refusal.
 */
export function holdBody(request: IncomingMessage, most: number): Promise<boolean> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const stop = (small: boolean) => {
      request.off("readable", take).off("error", leave).off("close", leave);
      resolve(small);
    };
    const leave = () => stop(true);
    const take = () => {
      // The last read of all would end the stream, and nothing can be put back into one that has ended.
      while (!request.complete && request.readableLength > 0) {
        const chunk: Buffer = request.read();
        chunks.push(chunk);
        size += chunk.length;
      }
      if (size + request.readableLength > most) stop(false);
      else if (request.complete) {
        if (size > 0) request.unshift(Buffer.concat(chunks));
        stop(true);
      }
    };
    request.on("readable", take).on("error", leave).on("close", leave);
    if (request.complete) take();
  });
}
