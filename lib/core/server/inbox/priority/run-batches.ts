import { setTimeout as delay } from "node:timers/promises";
import { type Client, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import { isInboxBehind } from "./inbox-behind.ts";

/** While deliveries wait, work pauses 24 times as long as its last batch took: it takes one 25th of the time. */
const REST_FACTOR = 24;
/** Waiting deliveries delay other work at most this long; then it continues without pauses. */
export const LATE_AFTER_MS = 300_000;

export type BatchPauses = {
  signal?: AbortSignal | undefined;
  rest?: ((ms: number, signal?: AbortSignal) => Promise<unknown>) | undefined;
};

const restFor = (ms: number, signal?: AbortSignal) => delay(ms, undefined, signal && { signal }).catch(() => undefined);

type BatchWork = {
  /** Runs one batch in a transaction; false if no work is left. */
  batch: (tx: Client) => Promise<boolean>;
  isLate: (client: Client, afterMs: number) => Promise<boolean>;
};

/** Runs batches until nothing is left. Deliveries that wait to be applied have priority, until the work is late. */
export async function runBatches(
  { pool }: Pooled,
  { batch, isLate }: BatchWork,
  { signal, rest = restFor }: BatchPauses,
) {
  while (!signal?.aborted) {
    const began = performance.now();
    if (!(await inTransaction(pool, batch))) break;
    if ((await isInboxBehind(pool)) && !(await isLate(pool, LATE_AFTER_MS)))
      await rest((performance.now() - began) * REST_FACTOR, signal);
  }
}
