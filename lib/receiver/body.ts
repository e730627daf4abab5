import type { IncomingMessage } from "node:http";
import { createAllowance, type Limits, type Owner, type Room } from "./allowance.ts";

/** The size limit of a body (design §4, Receiver). The interface names none; its events are a few kilobytes. */
export const MAX_BODY = 1024 * 1024;

/** How long a body waits for room at most, before any of it is read: longer than those before it may take. */
const WAIT_MS = 12_000;
/** However a body comes, it is here so long after that. */
const DEADLINE_MS = 8_000;
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
  /** There was no room for it in time: other bodies, and most likely those of its own source, take it all. */
  | { outcome: "no_room" }
  /** It takes its time. */
  | { outcome: "too_slow" };

export type BodyReader = {
  /**
   * Reads a body to its end, its limit or its loss, once there is room for it. Never rejects. What was read takes its
   * room until it is given back.
   */
  read(request: IncomingMessage, owner: Owner): Promise<ReadBody>;
  stop(): void;
};

type Options = { maxBody?: number; limits?: Limits; clock?: () => number };

const EMPTY = Buffer.alloc(0);

/** Bytes of a body; null where it comes in chunks. */
export function announcedSize({ headers }: IncomingMessage): number | null {
  const length = headers["content-length"];
  return headers["transfer-encoding"] === undefined ? Number(length ?? 0) : null;
}

/** The limits hold while bytes come in, before anything is hashed, whatever `content-length` says or leaves out. */
export function createBodyReader({
  maxBody = MAX_BODY,
  limits,
  clock = () => performance.now(),
}: Options = {}): BodyReader {
  const allowance = createAllowance(limits);
  /** One timer checks the limits of time of all of them. */
  const watched = new Set<() => void>();
  const timer = setInterval(() => {
    for (const look of watched) look();
  }, LOOK_MS);
  timer.unref();

  const read = (request: IncomingMessage, owner: Owner) =>
    new Promise<ReadBody>((resolve) => {
      const announced = announcedSize(request) ?? maxBody;
      if (announced > maxBody) {
        resolve({ outcome: "too_large", size: announced });
        return;
      }
      let beganAt = clock();
      let room: Room | undefined;
      const chunks: Buffer[] = [];
      let size = 0;
      const stop = (result: ReadBody) => {
        request.off("data", onData).off("end", onEnd).off("close", onClose);
        watched.delete(look);
        giveUp();
        if (result.outcome !== "read") {
          chunks.length = 0;
          room?.release();
        }
        resolve(result);
      };
      const onData = (chunk: Buffer) => {
        size += chunk.length;
        if (size > maxBody) stop({ outcome: "too_large", size });
        else chunks.push(chunk);
      };
      const onEnd = () => {
        const [first = EMPTY] = chunks;
        room?.shrink(size);
        const body = chunks.length > 1 ? Buffer.concat(chunks, size) : first;
        stop({ outcome: "read", body, giveBack: () => room?.release() });
      };
      const onClose = () => stop({ outcome: "gone" });
      const look = () => {
        const ms = clock() - beganAt;
        if (!room) {
          if (ms > WAIT_MS) stop({ outcome: "no_room" });
        } else if (ms > DEADLINE_MS || (ms > FIRST_WHILE_MS && size < (SLOWEST_RATE * ms) / 1_000)) {
          stop({ outcome: "too_slow" });
        }
      };
      watched.add(look);
      // A broken connection is reported by "close"; without a listener "error" would end the process.
      request.on("close", onClose).on("error", onClose);
      const giveUp = allowance.take(owner, announced, (granted) => {
        room = granted;
        beganAt = clock();
        request.on("data", onData).on("end", onEnd);
      });
    });

  return { read, stop: () => clearInterval(timer) };
}
