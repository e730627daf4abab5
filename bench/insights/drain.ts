import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Beside, type Drained, drainDeliveries, type Pair, pairMeasures, storeEvents } from "#bench/load/drain.ts";
import type { Measure } from "#bench/measure.ts";
import { startPostgres } from "#lib/launch/postgres/postgres.ts";
import { openDatabase } from "#lib/server/db/database.ts";
import { migrate } from "#lib/server/db/migrate.ts";
import { computeInsights } from "#lib/server/insights/compute/task.ts";
import { evaluateDue } from "#lib/server/review/due.ts";
import { masterKeysOf, setMasterKeys } from "#lib/server/vault/vault.ts";

const CACHE = join(import.meta.dirname, "..", "..", ".cache");
/** Deliveries of a drain. */
const DELIVERIES = 10_000;
const EVERY_MS = 500;

/** The drain beside the evaluation of reviews, which queues the files, with the computation of their rows and without. */
export async function measureDrain(rounds: number, stack: AsyncDisposableStack): Promise<Measure[]> {
  mkdirSync(CACHE, { recursive: true });
  const dataDir = mkdtempSync(join(CACHE, "bench-insights-"));
  stack.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  setMasterKeys(masterKeysOf("the master secret of a benchmark, in its folder alone"));
  const postgres = await startPostgres({ dataDir });
  stack.defer(() => postgres.stop());
  await migrate(postgres.databaseUrl);
  const database = openDatabase(postgres.databaseUrl, { name: "benchmark", max: 6, unhurried: true });
  stack.defer(() => database.close());
  const reviews = (signal: AbortSignal) => evaluateDue(database, signal);
  const without: Beside = { run: reviews, everyMs: EVERY_MS };
  const withRows: Beside = {
    run: async (signal) => {
      const [, files] = await Promise.all([reviews(signal), computeInsights(database, { signal })]);
      return files;
    },
    everyMs: EVERY_MS,
  };
  const pairs: Pair[] = [];
  // The first pair compiles the code.
  for (let round = 0; round <= rounds; round += 1) {
    const found = new Map<Beside, Drained>();
    for (const work of round % 2 === 0 ? [withRows, without] : [without, withRows]) {
      await storeEvents(database, DELIVERIES);
      found.set(work, await drainDeliveries(database, work));
    }
    const [on, off] = [found.get(withRows), found.get(without)];
    if (round > 0 && on && off) pairs.push({ on, off });
  }
  return pairMeasures("insights", pairs, { rate: 0.9 });
}
