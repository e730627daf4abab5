import type { IncomingMessage } from "node:http";
import { createAllowance, type Limits, type Owner, type Room } from "./allowance.ts";

/** The size limit of a body (design §4, Receiver). The interface states none; its events are a few kilobytes. */
export const MAX_BODY = 1024 * 1024;

/** The maximum wait of a body for room, before any of it is read: longer than the bodies before it may take. */
const MAX_WAIT_MS = 12_000;
/** A body must be complete within this time. */
const DEADLINE_MS = 8_000;
/** The minimum rate after the grace time, in bytes per second. */
const MIN_RATE = 8 * 1024;
const GRACE_MS = 3_000;
const CHECK_INTERVAL_MS = 500;

export type ReadBody =
  | { outcome: "read"; body: Buffer; giveBack(): void }
  /** The announced or the received size exceeds the limit. */
  | { outcome: "too_large"; size: number }
  /** The sender left before the end. */
  | { outcome: "gone" }
  /** No room in time: other bodies take all of it, mostly bodies of the same source. */
  | { outcome: "no_room" }
  | { outcome: "too_slow" };

export type BodyReader = {
  /**
   * Reads a body once there is room for it, until its end, its limit or a lost connection. Never rejects. A read body takes
   * room until `giveBack` is called.
   */
  read(request: IncomingMessage, owner: Owner): Promise<ReadBody>;
  stop(): void;
};

type Options = { maxBody?: number; limits?: Limits; clock?: () => number };

const EMPTY = Buffer.alloc(0);

/** Bytes of a body; null for a chunked one. */
export function announcedSize({ headers }: IncomingMessage): number | null {
  const length = headers["content-length"];
  return headers["transfer-encoding"] === undefined ? Number(length ?? 0) : null;
}

/** The limits apply while bytes arrive, before hashing, whatever `content-length` says. */
export function createBodyReader({
  maxBody = MAX_BODY,
  limits,
  clock = () => performance.now(),
}: Options = {}): BodyReader {
  const allowance = createAllowance(limits);
  /** A single timer checks the deadlines of all bodies. */
  const checks = new Set<() => void>();
  const timer = setInterval(() => {
    for (const checkDeadline of checks) checkDeadline();
  }, CHECK_INTERVAL_MS);
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
        checks.delete(checkDeadline);
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
      const checkDeadline = () => {
        const ms = clock() - beganAt;
        if (!room) {
          if (ms > MAX_WAIT_MS) stop({ outcome: "no_room" });
        } else if (ms > DEADLINE_MS || (ms > GRACE_MS && size < (MIN_RATE * ms) / 1_000)) {
          stop({ outcome: "too_slow" });
        }
      };
      checks.add(checkDeadline);
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
