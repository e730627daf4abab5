import { createHash, randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { drainInbox } from "#lib/core/server/inbox/drain.ts";
import { isInboxBehind } from "#lib/core/server/inbox/priority/inbox-behind.ts";
import { storeDeliveries } from "#lib/core/server/inbox/store-deliveries.ts";
import { masterKeysOf, setMasterKeys } from "#lib/core/server/vault/vault.ts";
import type { Database } from "#lib/platform/server/db/database.ts";
import { connect, ownFolder, startDatabase } from "#tools/bench/database.ts";
import { figuresOf, type Measure, type Target } from "#tools/bench/measure.ts";
import { processorTime } from "#tools/bench/processor.ts";
import { eventBodies } from "./events.ts";

/** Deliveries of a statement, as the receiver stores them. */
const BATCH = 250;

type DrainResult = { perSecond: number; cpuMs: number; beside: number };

/** Opens a database for drains, in a process that may seal. */
export async function openToDrain(stack: AsyncDisposableStack): Promise<Database> {
  setMasterKeys(masterKeysOf("the master secret of a benchmark, in its folder alone"));
  return connect(await startDatabase(ownFolder(stack), stack), 6, stack);
}

/** Stores events as the receiver does, until the worker counts as behind. */
async function storeEvents(database: Database, count: number): Promise<void> {
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

/** Work of the worker beside its drain: `run` does one round and returns how much it did; `everyMs` is the pause. */
type ConcurrentWork = { run(signal: AbortSignal): Promise<number>; everyMs: number };

/** Drains all pending deliveries in this process as a worker does, with or without work beside it. */
async function drainDeliveries(database: Database, work: ConcurrentWork | null): Promise<DrainResult> {
  const stop = new AbortController();
  const [cpuBegan, began] = [processorTime(), performance.now()];
  const beside = work ? repeat(work, stop.signal) : Promise.resolve(0);
  const { applied } = await drainInbox(database);
  const [seconds, cpuMs] = [(performance.now() - began) / 1_000, processorTime() - cpuBegan];
  stop.abort();
  return { perSecond: applied / seconds, cpuMs, beside: await beside };
}

/** Repeats the work as the worker repeats its tasks. */
async function repeat({ run, everyMs }: ConcurrentWork, signal: AbortSignal): Promise<number> {
  let done = 0;
  while (!signal.aborted) {
    done += await run(signal);
    await delay(everyMs, undefined, { signal }).catch(() => undefined);
  }
  return done;
}

export type DrainPair = { on: DrainResult; off: DrainResult };

type DrainOptions = {
  rounds: number;
  deliveries: number;
  on: ConcurrentWork;
  off: ConcurrentWork | null;
  /** Called after each drain, before the next deliveries. */
  afterEach?(side: keyof DrainPair, isCounted: boolean): Promise<void>;
};

/** Drains with and without some work in turn; the first of a pair alternates. A pair before them compiles the code. */
export async function drainPairs(database: Database, { rounds, deliveries, afterEach, ...work }: DrainOptions) {
  const pairs: DrainPair[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const found = new Map<keyof DrainPair, DrainResult>();
    for (const side of round % 2 === 0 ? (["on", "off"] as const) : (["off", "on"] as const)) {
      await storeEvents(database, deliveries);
      found.set(side, await drainDeliveries(database, work[side]));
      await afterEach?.(side, round > 0);
    }
    const [on, off] = [found.get("on"), found.get("off")];
    if (round > 0 && on && off) pairs.push({ on, off });
    const sides = [...found].map(
      ([side, drained]) => `${side} ${Math.round(drained.perSecond)}/s, ${drained.beside} done`,
    );
    process.stderr.write(`round ${round} of ${rounds}: ${sides.join("; ")}\n`);
  }
  return pairs;
}

/** Rates and processor time of drains with and without some work, in pairs, with the targets of their ratios. */
export function pairMeasures(work: string, pairs: readonly DrainPair[], rate: Target, processor?: Target): Measure[] {
  const of = figuresOf(pairs);
  return [
    of(`drain without ${work}`, "/s", ({ off }) => off.perSecond),
    of(`drain with ${work}`, "/s", ({ on }) => on.perSecond),
    of(`drain with ${work} ÷ without`, "×", ({ on, off }) => on.perSecond / off.perSecond, rate),
    of(`processor time with ${work} ÷ without`, "×", ({ on, off }) => on.cpuMs / off.cpuMs, processor),
  ];
}
