import type { Delivery } from "#lib/core/server/inbox/store-deliveries.ts";
import type { Clock } from "./clock.ts";
import type { StoreBatch } from "./delivery-queue.ts";
import type { KnownReceivers } from "./known-receivers.ts";
import { type BatchStore, isRowFault } from "./store-batch.ts";

/** Interval of proofs while this receiver is ready, and while it is not. */
const READY_INTERVAL_MS = 10_000;
const UNREADY_INTERVAL_MS = 1_000;
/** A slower proof counts as failed. */
const PROOF_TIMEOUT_MS = 3_000;

/** The size of a usual event, and the maximum size of a delivery. */
const USUAL_BYTES = 1_000;
const MAX_BYTES = 1024 * 1024;

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
 * deliveries, else by storing a test delivery and deleting it. After a delivery that could not be stored, only one that
 * is at least as large is a proof: a full disk still has room for small ones.
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
    // A delivery as large as the failed one has not been stored since.
    if (!stores && size < bytes) return;
    stores = true;
    bytes = USUAL_BYTES;
    provenAt = performance.now();
  };
  const failed = (size: number) => {
    stores = false;
    bytes = Math.min(MAX_BYTES, Math.max(bytes, size));
  };

  const prove = async () => {
    if (!stores || performance.now() - provenAt >= READY_INTERVAL_MS) {
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
    timer = setTimeout(prove, UNREADY_INTERVAL_MS);
    timer.unref();
  };
  void prove();

  const hangs = () => provingSince !== undefined && performance.now() - provingSince > PROOF_TIMEOUT_MS;
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
