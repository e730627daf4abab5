import type { Delivery, StoredDelivery } from "#lib/core/server/inbox/store-deliveries.ts";

/** Stores a batch, all or none, and resolves after the commit, in the order of the batch. */
export type StoreBatch = (batch: readonly Delivery[]) => Promise<StoredDelivery[]>;

/** The delivery is not known to be stored; the sender should retry. */
export class StorageUnavailable extends Error {
  override name = "StorageUnavailable";
}

export type DeliveryQueue = {
  /** Resolves once the delivery is committed. Rejects with StorageUnavailable if the queue is full or the database fails. */
  add(delivery: Delivery): Promise<StoredDelivery>;
};

export type QueueOptions = {
  /**
   * Whether one row of the batch may have caused a failure. Then the rows are stored one by one; otherwise the storage
   * itself is failing, and all waiting deliveries are rejected at once instead of batch by batch.
   */
  isRowFault: (error: unknown) => boolean;
  onProblem: (error: unknown) => void;
  /** Parallel batches: while one is written to disk the next one is filled. */
  lanes?: number;
  maxBatchRows?: number;
  maxBatchBytes?: number;
  maxWaiting?: number;
};

type WaitingDelivery = {
  delivery: Delivery;
  resolve: (stored: StoredDelivery) => void;
  reject: (error: StorageUnavailable) => void;
};

/**
 * Micro-batches (design §4, Receiver): deliveries that arrive while the lanes are busy become the next batch. So the load
 * determines the size of a batch, and a single delivery does not wait.
 */
export function createDeliveryQueue(store: StoreBatch, options: QueueOptions): DeliveryQueue {
  const { lanes = 2, maxBatchRows = 256, maxBatchBytes = 8 * 1024 * 1024, maxWaiting = 5_000 } = options;
  const waiting: WaitingDelivery[] = [];
  let busy = 0;
  let scheduled = false;

  const takeBatch = (): WaitingDelivery[] => {
    let bytes = 0;
    let rows = 0;
    for (const { delivery } of waiting) {
      bytes += delivery.body.length;
      if (rows > 0 && (rows === maxBatchRows || bytes > maxBatchBytes)) break;
      rows += 1;
    }
    return waiting.splice(0, rows);
  };

  const rejectAll = (rejected: readonly WaitingDelivery[], cause: unknown) => {
    options.onProblem(cause);
    for (const { reject } of rejected) reject(new StorageUnavailable("the delivery was not stored", { cause }));
  };

  const storeBatch = async (batch: readonly WaitingDelivery[]): Promise<void> => {
    try {
      const stored = await store(batch.map(({ delivery }) => delivery));
      for (const [index, { resolve }] of batch.entries()) resolve(stored[index] as StoredDelivery);
    } catch (error) {
      if (!options.isRowFault(error)) {
        rejectAll([...batch, ...waiting.splice(0)], error);
      } else if (batch.length === 1) {
        rejectAll(batch, error);
      } else {
        for (const one of batch) await storeBatch([one]);
      }
    }
  };

  const fillLanes = () => {
    scheduled = false;
    while (busy < lanes && waiting.length > 0) {
      busy += 1;
      void storeBatch(takeBatch()).finally(() => {
        busy -= 1;
        fillLanes();
      });
    }
  };

  return {
    add: (delivery) =>
      new Promise((resolve, reject) => {
        if (waiting.length >= maxWaiting) {
          reject(new StorageUnavailable("too many deliveries wait to be stored"));
          return;
        }
        waiting.push({ delivery, resolve, reject });
        if (scheduled || busy === lanes) return;
        // Deliveries that this turn of the event loop still reads from other connections join the same batch.
        scheduled = true;
        setImmediate(fillLanes);
      }),
  };
}
