import type { IncomingMessage } from "node:http";
import { createAllowance, type Holding, LIMITS, type Limits, type Owner } from "./allowance.ts";

/** What one body may take (design §4, Receiver). The interface names no size; its events are a few kilobytes. */
export const MAX_BODY = 1024 * 1024;

/** However a body comes, it is here within this. */
const DEADLINE_MS = 15_000;
/** After a first while it comes at this rate at least, in bytes a second. */
const SLOWEST_RATE = 8 * 1024;
const FIRST_WHILE_MS = 3_000;
const LOOK_MS = 500;

export type ReadBody =
  | { outcome: "read"; body: Buffer; giveBack(): void }
  /** Longer than allowed: what was announced, or what had come by then. */
  | { outcome: "too_large"; size: number }
  /** The sender left before the end. */
  | { outcome: "gone" }
  /** All bodies together are too much just now, and this source has most of them. */
  | { outcome: "no_room" }
  /** It takes its time. */
  | { outcome: "too_slow" };

export type BodyReader = {
  /**
   * Reads a body to its end, its limit or its loss. Never rejects. What was read is held from the allowance until it is
   * given back.
   */
  read(request: IncomingMessage, owner: Owner): Promise<ReadBody>;
  stop(): void;
};

type Options = { maxBody?: number; limits?: Limits; clock?: () => number };

const EMPTY = Buffer.alloc(0);

/** The limits hold while bytes come in, before anything is hashed, whatever `content-length` says or leaves out. */
export function createBodyReader({
  maxBody = MAX_BODY,
  limits = LIMITS,
  clock = () => performance.now(),
}: Options = {}): BodyReader {
  const allowance = createAllowance(limits);
  /** Looks after those that are being read, by one timer for all. */
  const watched = new Set<() => void>();
  const timer = setInterval(() => {
    for (const look of watched) look();
  }, LOOK_MS);
  timer.unref();

  const read = (request: IncomingMessage, owner: Owner) =>
    new Promise<ReadBody>((resolve) => {
      const announced = request.headers["content-length"];
      if (announced !== undefined && Number(announced) > maxBody) {
        resolve({ outcome: "too_large", size: Number(announced) });
        return;
      }
      const beganAt = clock();
      let chunks: Buffer[] = [];
      let size = 0;
      const holding: Holding = allowance.open(owner, () => stop({ outcome: "no_room" }));
      const stop = (result: ReadBody) => {
        request.off("data", onData).off("end", onEnd).off("close", onClose);
        watched.delete(look);
        if (result.outcome !== "read") {
          holding.release();
          chunks = [];
        }
        resolve(result);
      };
      const onData = (chunk: Buffer) => {
        size += chunk.length;
        if (size > maxBody) stop({ outcome: "too_large", size });
        else if (holding.grow(chunk.length)) chunks.push(chunk);
        else stop({ outcome: "no_room" });
      };
      const onEnd = () => {
        const [first = EMPTY] = chunks;
        holding.settle();
        const body = chunks.length > 1 ? Buffer.concat(chunks, size) : first;
        stop({ outcome: "read", body, giveBack: holding.release });
      };
      const onClose = () => stop({ outcome: "gone" });
      const look = () => {
        const ms = clock() - beganAt;
        const late = ms > DEADLINE_MS || (ms > FIRST_WHILE_MS && size < (SLOWEST_RATE * ms) / 1_000);
        if (late) stop({ outcome: "too_slow" });
      };
      watched.add(look);
      request.on("data", onData).on("end", onEnd).on("close", onClose);
      // A broken connection is told by "close"; without a listener "error" would end the process.
      request.on("error", onClose);
    });

  return { read, stop: () => clearInterval(timer) };
}
