import type { IncomingMessage } from "node:http";

/**
 * Waits for a body of at most `maxBytes` bytes and leaves it in the request for its next reader. Resolves to false as soon as
 * it is larger. A sender who leaves ends the wait, and is no refusal.
 */
export function holdBody(request: IncomingMessage, maxBytes: number): Promise<boolean> {
  // A listener would end the stream of a body without bytes, before its next reader listens.
  if (request.complete) return Promise.resolve(request.readableLength <= maxBytes);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const stop = (small: boolean) => {
      request.off("readable", take).off("error", leave).off("close", leave);
      resolve(small);
    };
    const leave = () => stop(true);
    const take = () => {
      // Reading the last chunk would end the stream, and `unshift` fails on an ended stream.
      while (!request.complete && request.readableLength > 0) {
        const chunk: Buffer = request.read();
        chunks.push(chunk);
        size += chunk.length;
      }
      if (size + request.readableLength > maxBytes) stop(false);
      else if (request.complete) {
        if (size > 0) request.unshift(Buffer.concat(chunks));
        stop(true);
      }
    };
    request.on("readable", take).on("error", leave).on("close", leave);
  });
}
