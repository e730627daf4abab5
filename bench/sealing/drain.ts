import { createHash, randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { eventBodies } from "#bench/load/events.ts";
import type { Database } from "#lib/server/db/database.ts";
import { isInboxBehind } from "#lib/server/db/inbox-behind.ts";
import { SEAL_EVERY_MS } from "#lib/server/evidence/publish.ts";
import { sealEvidence } from "#lib/server/evidence/seal.ts";
import { drainInbox } from "#lib/server/inbox/drain.ts";
import { storeDeliveries } from "#lib/server/inbox/store-deliveries.ts";
import { processorTime } from "./processor.ts";

/** Deliveries of a statement, as the receiver stores them. */
const BATCH = 250;

export type Drained = { perSecond: number; cpuMs: number; sealed: number };

/** Stores events as the receiver does, until the worker counts as behind. */
export async function storeEvents(database: Database, count: number): Promise<void> {
  const bodies = [...eventBodies(count)];
  for (let stored = 0; stored < count; stored += BATCH) {
    const deliveries = bodies.slice(stored, stored + BATCH).map((text) => {
      const { event_name, data } = JSON.parse(text);
      return {
        signature: createHash("sha256").update(randomUUID()).digest("hex"),
        ...{ receiver_id: "rcv_benchmark", signed_at: Math.floor(Date.now() / 1_000), body: Buffer.from(text) },
        ...{ late: false, event_name, verification_id: data.verification_id, unrecognized: null },
      };
    });
    await storeDeliveries(database.pool, deliveries);
  }
  while (!(await isInboxBehind(database.pool))) await delay(50);
  await database.pool.query("CHECKPOINT");
}

/** Drains all that is pending, in this process as a worker does it, with or without its task that seals. */
export async function drainDeliveries(database: Database, isSealing: boolean): Promise<Drained> {
  const stop = new AbortController();
  const [cpuBegan, began] = [processorTime(), performance.now()];
  const sealing = isSealing ? sealUntil(database, stop.signal) : Promise.resolve(0);
  const { applied } = await drainInbox(database);
  const [seconds, cpuMs] = [(performance.now() - began) / 1_000, processorTime() - cpuBegan];
  stop.abort();
  return { perSecond: applied / seconds, cpuMs, sealed: await sealing };
}

/** As the worker runs its task. */
async function sealUntil(database: Database, signal: AbortSignal): Promise<number> {
  let sealed = 0;
  while (!signal.aborted) {
    sealed += await sealEvidence(database, { signal });
    await delay(SEAL_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
  return sealed;
}
