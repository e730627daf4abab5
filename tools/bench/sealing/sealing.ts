import type { Database } from "#lib/platform/server/db/database.ts";
import { proveInclusion, readHead } from "#lib/records/server/evidence/proofs.ts";
import { SEAL_EVERY_MS } from "#lib/records/server/evidence/publish.ts";
import { sealEvidence } from "#lib/records/server/evidence/seal.ts";
import { type DrainPair, drainPairs, openToDrain, pairMeasures } from "#tools/bench/load/drain.ts";
import { figure, figuresOf, type Measure, percentile, timesOf } from "#tools/bench/measure.ts";
import { processorTime } from "#tools/bench/processor.ts";
import type { Benchmark } from "#tools/bench/report.ts";

const ENTRIES = 1_000_000;
const FEW_ENTRIES = 50_000;
const DELIVERIES = 20_000;
const PROOFS = 400;

/** The cost of sealing for the drain, and of a proof, with a million entries in the log. */
export const benchmarkSealing: Benchmark = async (options, stack) => {
  const database = await openToDrain(stack);
  const entries = options.small ? FEW_ENTRIES : ENTRIES;
  await fill(database, entries);
  const sealing = { run: (signal: AbortSignal) => sealEvidence(database, { signal }), everyMs: SEAL_EVERY_MS };
  const costs: number[] = [];
  const pairs = await drainPairs(database, {
    ...{ rounds: options.rounds, deliveries: DELIVERIES, on: sealing, off: null },
    async afterEach(side, isCounted) {
      const began = processorTime();
      const sealed = await sealEvidence(database);
      if (isCounted && side === "off") costs.push((processorTime() - began) / sealed);
    },
  });
  return {
    database,
    method: `${options.rounds} pairs of drains of ${DELIVERIES.toLocaleString("en-US")} deliveries, with sealing and without in turn, beside a log of ${entries.toLocaleString("en-US")} entries and more`,
    measures: [...measuresOf(pairs, costs), await proofs(database)],
  };
};

function measuresOf(pairs: readonly DrainPair[], costs: readonly number[]): Measure[] {
  const [ofPairs, ofCosts] = [figuresOf(pairs), figuresOf(costs)];
  return [
    ...pairMeasures("sealing", pairs, { atLeast: 0.95 }, { atMost: 1.05 }),
    ofPairs("µs of a core for a drained delivery", "", ({ off }) => (off.cpuMs * 1_000) / DELIVERIES),
    ofCosts("µs of a core for a sealed entry", "", (ms) => ms * 1_000),
  ];
}

/** Applied deliveries to be sealed, as in the log of an installation. */
const FILL = `
  INSERT INTO inbox (kind, signature, receiver_id, signed_at, body, verification_id, state, received_at)
  SELECT 'delivery', encode(sha256(n::text::bytea), 'hex'), 'rcv_benchmark', 1764000000 + n,
    convert_to('{"event_name":"verification.v2.created","data":{"verification_id":"ver_' || n / 8 || '"}}', 'UTF8'), 'ver_' || n / 8,
    'applied', now() - interval '1 day'
  FROM generate_series($1::bigint, $2::bigint) AS n`;

const STEP = 50_000;

async function fill(database: Database, entries: number): Promise<void> {
  for (let from = 1; from <= entries; from += STEP) {
    await database.pool.query(FILL, [from, Math.min(entries, from + STEP - 1)]);
    await sealEvidence(database);
  }
  await database.pool.query("VACUUM ANALYZE");
}

async function proofs(database: Database): Promise<Measure> {
  const { size } = await readHead(database);
  const times = await timesOf(PROOFS, (proof) =>
    proveInclusion({ index: Math.floor((size * proof) / PROOFS), size }, database),
  );
  return figure("inclusion proof, p95", "ms", [percentile(times, 0.95)], { atMost: 50 });
}
