import { randomUUID } from "node:crypto";
import { VERIFICATION_FILTER } from "#lib/core/contract/verifications/verification-filter.ts";
import { filterOfLane, LANES } from "#lib/desk/contract/review/lanes.ts";
import { listVerifications } from "#lib/desk/server/list/list.ts";
import { getOverview } from "#lib/desk/server/list/overview.ts";
import { readLanes } from "#lib/desk/server/review/lanes.ts";
import { takeNext } from "#lib/desk/server/review/next.ts";
import type { Database } from "#lib/platform/server/db/database.ts";
import { connect } from "#tools/bench/database.ts";
import { openSizes } from "#tools/bench/list/databases.ts";
import { figure, type Measure, percentile, timesOf } from "#tools/bench/measure.ts";
import { type Benchmark, totalText } from "#tools/bench/report.ts";

const SIZE = 1_000_000;
const OPEN = 50_000;
const CALLERS = 50;
const CALLS_EACH = 8;
/** As many as the dashboard has. */
const CONNECTIONS = 10;
const SAMPLES = 40;
const TARGET = { atMost: 50 };

const OFFICERS = Array.from({ length: 20 }, () => randomUUID());

/**
 * Open reviews of the latest files, a third of them assigned, with reasons and due times like a team's; all older files are
 * decided. The bases of the rules are left out: no lane and no taking reads them.
 */
const REVIEWS_SQL = `
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

/** The review desk among a million verifications: its lanes, their counts, and fifty officers who take files in parallel. */
export const benchmarkReviews: Benchmark = async (_, stack) => {
  const [, large] = await openSizes([10_000, SIZE], stack);
  if (!large) throw new Error("the database is missing");
  await large.pool.query("TRUNCATE reviews");
  await large.pool.query(REVIEWS_SQL, [OPEN, OFFICERS]);
  await large.pool.query("VACUUM ANALYZE reviews");
  const userId = OFFICERS[3] ?? "";
  const measures: Measure[] = [
    await measure("counts of all lanes", () => readLanes(userId, large)),
    await measure("counts of the overview", () => getOverview(large)),
  ];
  for (const lane of LANES) {
    const page = () => listVerifications({ filter: filterOfLane(lane), cursor: null, userId }, large);
    measures.push(await measure(`${lane} (${totalText((await page()).total)})`, page));
  }
  const { waited, inDatabase } = await takeAtOnce(connect(large.url, CONNECTIONS, stack));
  const taking = `next, ${CALLERS} callers at once`;
  measures.push(figure(`${taking}: in the database`, "ms", [percentile(inDatabase, 0.95)], TARGET));
  measures.push(figure(`${taking}: as each waits`, "ms", [percentile(waited, 0.95)]));
  return {
    database: large,
    method: `p95 among ${SIZE.toLocaleString("en-US")} verifications with ${OPEN.toLocaleString("en-US")} open reviews; a lane is its first page with the total`,
    measures,
  };
};

/** Warm: called once before it is timed. */
async function measure(name: string, call: () => Promise<unknown>): Promise<Measure> {
  await call();
  return figure(name, "ms", [percentile(await timesOf(SAMPLES, call), 0.95)], TARGET);
}

/**
 * All callers take files in parallel, each one after the other. Returns the wait of each call for a connection, and the time
 * on it, in milliseconds. Throws if two callers got the same file.
 */
async function takeAtOnce({ pool }: Database): Promise<{ waited: number[]; inDatabase: number[] }> {
  const inDatabase: number[] = [];
  const since = new WeakMap<object, number>();
  pool.on("acquire", (client) => since.set(client, performance.now()));
  pool.on("release", (_, client) => inDatabase.push(performance.now() - (since.get(client) ?? Number.NaN)));
  const taken = new Set<string>();
  const waited = await Promise.all(
    Array.from({ length: CALLERS }, (_, index) => {
      const id = OFFICERS[index % OFFICERS.length] ?? "";
      const user = { id, name: `Officer ${index}`, role: "compliance" as const };
      return timesOf(CALLS_EACH, async () => {
        const found = await takeNext(VERIFICATION_FILTER.empty, user, { pool });
        if (!found || taken.has(found.verification_id)) throw new Error("a file was given twice, or none was left");
        taken.add(found.verification_id);
      });
    }),
  );
  return { waited: waited.flat(), inDatabase };
}
