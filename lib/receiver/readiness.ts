import type { Delivery } from "#lib/server/inbox/store-deliveries.ts";
import type { Clock } from "./clock.ts";
import type { StoreBatch } from "./delivery-queue.ts";
import type { KnownReceivers } from "./known-receivers.ts";
import { type BatchStore, isRowFault } from "./store-batch.ts";

/** Interval of proofs while this receiver is ready, and while it is not. */
const CALM_MS = 5_000;
const EAGER_MS = 1_000;
/** A slower proof counts as failed so far. */
const PATIENCE_MS = 3_000;

/** About as much as an event; no delivery is larger than the greatest. */
const USUAL_BYTES = 1_000;
const GREATEST_BYTES = 1024 * 1024;

export type Readiness = {
  /** Missing prerequisites by the last check: `database`, `secrets`, `clock`. Makes no call. */
  missing(): string[];
  /** Stores like the given store; the outcome counts as a proof, too. */
  store: StoreBatch;
  /** Resolves when the first proof has succeeded or failed. */
  begun: Promise<void>;
  stop(): void;
};

/**
 * Whether this receiver can verify and store now. Proven in the background, never by a request for it: by stored
 * deliveries, else by storing a test delivery and deleting it. After a delivery that could not be stored a smaller one
 * is no proof: a full disk still has room for something.
 */
export function createReadiness(
  storage: BatchStore,
  receivers: Pick<KnownReceivers, "verifies">,
  clock: Pick<Clock, "state">,
): Readiness {
  let stores = false;
  let bytes = USUAL_BYTES;
  let provenAt = Number.NEGATIVE_INFINITY;
  let provingSince: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const begun = Promise.withResolvers<void>();

  const stored = (size: number) => {
    // A larger delivery could not be stored, and has not been since.
    if (!stores && size < bytes) return;
    stores = true;
    bytes = USUAL_BYTES;
    provenAt = performance.now();
  };
  const failed = (size: number) => {
    stores = false;
    bytes = Math.min(GREATEST_BYTES, Math.max(bytes, size));
  };

  const prove = async () => {
    if (!stores || performance.now() - provenAt >= CALM_MS) {
      const size = bytes;
      provingSince = performance.now();
      await storage.prove(size).then(
        () => stored(size),
        () => failed(size),
      );
      provingSince = undefined;
    }
    begun.resolve();
    if (stopped) return;
    timer = setTimeout(prove, EAGER_MS);
    timer.unref();
  };
  void prove();

  const hangs = () => provingSince !== undefined && performance.now() - provingSince > PATIENCE_MS;
  return {
    missing: () => {
      if (!stores || hangs()) return ["database"];
      if (!receivers.verifies()) return ["secrets"];
      return clock.state() === "wrong" ? ["clock"] : [];
    },
    store: async (batch) => {
      try {
        const receipts = await storage.store(batch);
        stored(largest(batch));
        return receipts;
      } catch (error) {
        if (!isRowFault(error)) failed(largest(batch));
        throw error;
      }
    },
    begun: begun.promise,
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

const largest = (batch: readonly Delivery[]): number => Math.max(0, ...batch.map(({ body }) => body.length));
