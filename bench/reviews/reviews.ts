import { randomUUID } from "node:crypto";
import { openSizes } from "#bench/list/databases.ts";
import { describeDatabaseMachine } from "#bench/machine.ts";
import type { Measure } from "#bench/measure.ts";
import type { Options } from "#bench/options.ts";
import type { Report } from "#bench/report.ts";
import { filterOfLane, LANES } from "#lib/contract/review/lanes.ts";
import { VERIFICATION_FILTER } from "#lib/contract/verifications/verification-filter.ts";
import { type Database, openDatabase } from "#lib/server/db/database.ts";
import { readLanes } from "#lib/server/review/lanes.ts";
import { takeNext } from "#lib/server/review/next.ts";
import { listVerifications } from "#lib/server/verifications/list/list.ts";
import { getOverview } from "#lib/server/verifications/list/overview.ts";

const SIZE = 1_000_000;
const OPEN = 50_000;
const CALLERS = 50;
const CALLS_EACH = 8;
const SAMPLES = 40;
const TARGET_MS = 50;

const OFFICERS = Array.from({ length: 20 }, () => randomUUID());

/**
 * Open reviews of the latest files, a third of them somebody's, with reasons and due times as a team leaves them; all older
 * files were decided on. What the rules go by is left out: no lane and no taking reads it.
 */
const MAKE = `
  INSERT INTO reviews (verification_id, state, resolution, reasons, assignee, due_at, overdue, follow_up_on, gravest,
    by_creation, digest, standing, bases)
  SELECT verification_id, state, CASE WHEN state = 'resolved' THEN 'accepted' END, reasons,
    CASE WHEN n % 3 = 0 THEN ($2::uuid[])[1 + n % 20] END, due_at, state = 'open' AND due_at <= now(),
    CASE WHEN state = 'waiting' THEN '2030-01-01' END, n % 4, created_at, md5(verification_id), '{}', '[]'
  FROM (
    SELECT verification_id, created_at, n,
      CASE WHEN n > $1 * 1.2 THEN 'resolved' WHEN n <= $1 THEN 'open' WHEN n % 20 = 0 THEN 'approval' ELSE 'waiting' END AS state,
      CASE WHEN n > $1 THEN '{}'::text[] WHEN n % 50 = 1 THEN '{changed}' WHEN n % 10 < 5 THEN '{decision}'
        WHEN n % 10 < 7 THEN '{item}' WHEN n % 10 = 7 THEN '{person}' WHEN n % 10 = 8 THEN '{stalled_service}'
        ELSE '{stalled_customer}' END AS reasons,
      now() + make_interval(hours => (n % 72)::int - 4) AS due_at
    FROM (
      SELECT verification_id, created_at, row_number() OVER (ORDER BY created_at DESC NULLS LAST) AS n
      FROM verification_summaries
    ) AS counted
  ) AS made`;

/** The desk of reviews among a million verifications: its lanes, their counts, and fifty officers who take the next at once. */
export async function benchmarkReviews(options: Options, stack: AsyncDisposableStack): Promise<Report> {
  const [, large] = await openSizes([10_000, SIZE], stack);
  if (!large) throw new Error("the database is missing");
  await large.pool.query("TRUNCATE reviews");
  await large.pool.query(MAKE, [OPEN, OFFICERS]);
  await large.pool.query("VACUUM ANALYZE reviews");
  const many = openDatabase(large.url, {
    name: "benchmark",
    unhurried: true,
  });
  stack.defer(() => many.close());
  const officer = OFFICERS[3] ?? "";
  const measures: Measure[] = [
    measureOf("counts of all lanes", await timesOf(() => readLanes(officer, large))),
    measureOf("counts of the overview", await timesOf(() => getOverview(large))),
  ];
  for (const lane of LANES) {
    const input = { filter: filterOfLane(lane), cursor: null, userId: officer };
    const { total } = await listVerifications(input, large);
    const shown = typeof total === "number" ? total : `${total.at_least}+`;
    measures.push(measureOf(`${lane} (${shown})`, await timesOf(() => listVerifications(input, large))));
  }
  const { waited, inDatabase } = await takeAtOnce(many);
  measures.push(measureOf(`next, ${CALLERS} callers at once: in the database`, inDatabase));
  const { target: _, ...asEachWaits } = measureOf(`next, ${CALLERS} callers at once: as each waits`, waited);
  measures.push(asEachWaits);
  return {
    benchmark: "reviews",
    machine: await describeDatabaseMachine(large),
    options,
    method: `p95 among ${SIZE.toLocaleString("en-US")} verifications with ${OPEN.toLocaleString("en-US")} open reviews; a lane is its first page with the total`,
    measures,
  };
}

const measureOf = (name: string, times: readonly number[]): Measure => ({
  name,
  unit: "ms",
  samples: [times.toSorted((a, b) => a - b)[Math.ceil(0.95 * times.length) - 1] ?? Number.NaN],
  target: { atMost: TARGET_MS },
});

async function timesOf(call: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  await call();
  while (times.length < SAMPLES) {
    const began = performance.now();
    await call();
    times.push(performance.now() - began);
  }
  return times;
}

/** Each caller takes one after the other, all of them at the same time. Throws where two got the same file. */
async function takeAtOnce({ pool }: Database): Promise<{ waited: number[]; inDatabase: number[] }> {
  const waited: number[] = [];
  const inDatabase: number[] = [];
  // A pool as the dashboard's, which says how long each transaction has its connection.
  const timed = Object.assign(Object.create(pool), {
    async connect() {
      const client = await pool.connect();
      const began = performance.now();
      const release = client.release.bind(client);
      client.release = (...given: Parameters<typeof release>) => {
        inDatabase.push(performance.now() - began);
        client.release = release;
        release(...given);
      };
      return client;
    },
  });
  const taken = new Set<string>();
  await Promise.all(
    Array.from({ length: CALLERS }, async (_, index) => {
      const user = {
        id: OFFICERS[index % OFFICERS.length] ?? "",
        name: `Officer ${index}`,
        role: "compliance" as const,
      };
      for (let call = 0; call < CALLS_EACH; call += 1) {
        const began = performance.now();
        const found = await takeNext(VERIFICATION_FILTER.empty, user, { pool: timed });
        waited.push(performance.now() - began);
        if (!found || taken.has(found.verification_id)) throw new Error("a file was given twice, or none was left");
        taken.add(found.verification_id);
      }
    }),
  );
  return { waited, inDatabase };
}
