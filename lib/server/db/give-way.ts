import { setTimeout as delay } from "node:timers/promises";
import { type Client, inTransaction, type Pooled } from "./database.ts";
import { isInboxBehind } from "./inbox-behind.ts";

/** While deliveries wait, work rests so many times as long as a batch took: it has one part in 25 of the time. */
const RESTS = 24;
/** Waiting deliveries delay no work for longer: from then on it does not rest. */
export const LATE_AFTER_MS = 300_000;

export type GiveWay = {
  signal?: AbortSignal | undefined;
  rest?: ((ms: number, signal?: AbortSignal) => Promise<unknown>) | undefined;
};

const restFor = (ms: number, signal?: AbortSignal) => delay(ms, undefined, signal && { signal }).catch(() => undefined);

type Work = {
  /** One batch, in a transaction; false where nothing is left. */
  batch: (tx: Client) => Promise<boolean>;
  /** Whether something has waited for so long. */
  isLate: (client: Client, afterMs: number) => Promise<boolean>;
};

/** Runs batches until nothing is left. Deliveries that wait to be applied have priority, until the work is late. */
export async function givingWay({ pool }: Pooled, { batch, isLate }: Work, { signal, rest = restFor }: GiveWay) {
  while (!signal?.aborted) {
    const began = performance.now();
    if (!(await inTransaction(pool, batch))) break;
    if ((await isInboxBehind(pool)) && !(await isLate(pool, LATE_AFTER_MS)))
      await rest((performance.now() - began) * RESTS, signal);
  }
}
