import { createHash, randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { connect, ownFolder, startDatabase } from "#bench/database.ts";
import { figuresOf, type Measure, type Target } from "#bench/measure.ts";
import { processorTime } from "#bench/processor.ts";
import type { Database } from "#lib/server/db/database.ts";
import { isInboxBehind } from "#lib/server/db/inbox-behind.ts";
import { drainInbox } from "#lib/server/inbox/drain.ts";
import { storeDeliveries } from "#lib/server/inbox/store-deliveries.ts";
import { masterKeysOf, setMasterKeys } from "#lib/server/vault/vault.ts";
import { eventBodies } from "./events.ts";

/** Deliveries of a statement, as the receiver stores them. */
const BATCH = 250;

type Drained = { perSecond: number; cpuMs: number; beside: number };

/** A database of its own for drains, in a process that may seal. */
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

/** Work of the worker beside its drain: one round of it, and the pause after a round. Returns how much it did. */
type Beside = { run(signal: AbortSignal): Promise<number>; everyMs: number };

/** Drains all that is pending, in this process as a worker does it, with or without some work beside. */
async function drainDeliveries(database: Database, work: Beside | null): Promise<Drained> {
  const stop = new AbortController();
  const [cpuBegan, began] = [processorTime(), performance.now()];
  const beside = work ? repeat(work, stop.signal) : Promise.resolve(0);
  const { applied } = await drainInbox(database);
  const [seconds, cpuMs] = [(performance.now() - began) / 1_000, processorTime() - cpuBegan];
  stop.abort();
  return { perSecond: applied / seconds, cpuMs, beside: await beside };
}

/** As the worker runs its tasks. */
async function repeat({ run, everyMs }: Beside, signal: AbortSignal): Promise<number> {
  let done = 0;
  while (!signal.aborted) {
    done += await run(signal);
    await delay(everyMs, undefined, { signal }).catch(() => undefined);
  }
  return done;
}

export type Pair = { on: Drained; off: Drained };

type Pairs = {
  rounds: number;
  /** The deliveries of one drain. */
  deliveries: number;
  on: Beside;
  off: Beside | null;
  /** Called after each drain, before the next deliveries. */
  afterEach?(side: keyof Pair, isCounted: boolean): Promise<void>;
};

/** Drains with and without some work, in turn: which of them is first changes. A pair before them compiles the code. */
export async function drainPairs(database: Database, { rounds, deliveries, afterEach, ...work }: Pairs) {
  const pairs: Pair[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const found = new Map<keyof Pair, Drained>();
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
export function pairMeasures(work: string, pairs: readonly Pair[], rate: Target, processor?: Target): Measure[] {
  const of = figuresOf(pairs);
  return [
    of(`drain without ${work}`, "/s", ({ off }) => off.perSecond),
    of(`drain with ${work}`, "/s", ({ on }) => on.perSecond),
    of(`drain with ${work} ÷ without`, "×", ({ on, off }) => on.perSecond / off.perSecond, rate),
    of(`processor time with ${work} ÷ without`, "×", ({ on, off }) => on.cpuMs / off.cpuMs, processor),
  ];
}
