import type { IncomingMessage } from "node:http";

/** What one body may take (design §4, Receiver). The interface names no size; its events are a few kilobytes. */
export const MAX_BODY = 1024 * 1024;

/** What all bodies being received or stored may take together, however many connections send them. */
const MAX_HELD = 128 * 1024 * 1024;

export type ReadBody =
  | { outcome: "read"; body: Buffer }
  /** Longer than allowed: what was announced, or what had come by then. */
  | { outcome: "too_large"; size: number }
  /** The sender left before the end. */
  | { outcome: "gone" }
  /** All bodies together are too much just now. */
  | { outcome: "no_room" };

export type BodyReader = {
  /** Reads a body to its end, its limit or its loss. Never rejects. What was read counts as held until given back. */
  read(request: IncomingMessage): Promise<ReadBody>;
  giveBack(body: Buffer): void;
};

const EMPTY = Buffer.alloc(0);

/** The limit holds while bytes come in, before anything is hashed, whatever `content-length` says or leaves out. */
export function createBodyReader(maxBody = MAX_BODY, maxHeld = MAX_HELD): BodyReader {
  let held = 0;

  const read = (request: IncomingMessage) =>
    new Promise<ReadBody>((resolve) => {
      const announced = request.headers["content-length"];
      if (announced !== undefined && Number(announced) > maxBody) {
        resolve({ outcome: "too_large", size: Number(announced) });
        return;
      }
      let chunks: Buffer[] = [];
      let size = 0;
      const stop = (result: ReadBody) => {
        request.off("data", onData).off("end", onEnd).off("close", onClose);
        if (result.outcome !== "read") {
          held -= size;
          chunks = [];
        }
        resolve(result);
      };
      const onData = (chunk: Buffer) => {
        size += chunk.length;
        held += chunk.length;
        if (size > maxBody) stop({ outcome: "too_large", size });
        else if (held > maxHeld) stop({ outcome: "no_room" });
        else chunks.push(chunk);
      };
      const onEnd = () => {
        const [first = EMPTY] = chunks;
        stop({ outcome: "read", body: chunks.length > 1 ? Buffer.concat(chunks, size) : first });
      };
      const onClose = () => stop({ outcome: "gone" });
      request.on("data", onData).on("end", onEnd).on("close", onClose);
      // A broken connection is told by "close"; without a listener "error" would end the process.
      request.on("error", onClose);
    });

  return {
    read,
    giveBack: (body) => {
      held -= body.length;
    },
  };
}
