import { evaluateDue } from "#lib/desk/server/review/due.ts";
import { INSIGHTS, type InsightsParameters } from "#lib/insights/contract/insights.ts";
import { computeInsights } from "#lib/insights/server/compute/task.ts";
import { countInsights } from "#lib/insights/server/count.ts";
import { dayAfter } from "#lib/platform/contract/time.ts";
import type { Database } from "#lib/platform/server/db/database.ts";
import { connect } from "#tools/bench/database.ts";
import { openSizes } from "#tools/bench/list/databases.ts";
import { drainPairs, openToDrain, pairMeasures } from "#tools/bench/load/drain.ts";
import { figure, type Measure, median, percentile, timesOf } from "#tools/bench/measure.ts";
import type { Benchmark } from "#tools/bench/report.ts";

/** Numbers of files with the target of an answer, in milliseconds. */
const SIZES = [
  { files: 100_000, targetMs: 150 },
  { files: 1_000_000, targetMs: 1_000 },
];
const SAMPLES = 4;
/** The periods that the page offers in days; a year is the longest. */
const DAYS = [7, 30, 90, 365];
/** Deliveries of a drain, and the pause of the work beside it. */
const DELIVERIES = 10_000;
const WORK_INTERVAL_MS = 500;
const FILTERS: Record<string, Partial<InsightsParameters>> = {
  all: {},
  "a label": { label: "cliente_vip" },
  "a tag prefix": { tag_prefix: `EXP-${new Date().getFullYear()}-` },
};

/** Computes uncached answers of the insights by period and filter, on connections like the dashboard's. */
export const benchmarkInsights: Benchmark = async (options, stack) => {
  const databases = await openSizes(
    SIZES.map(({ files }) => files),
    stack,
  );
  const measures: Measure[] = [];
  const lines: string[] = [];
  for (const [index, { files, targetMs }] of SIZES.entries()) {
    const alone = databases[index] as Database;
    await generateInsights(alone);
    const database = connect(alone.url, 8, stack);
    const all: number[] = [];
    for (const days of DAYS) {
      for (const [name, narrowing] of Object.entries(FILTERS)) {
        const times = await measure(database, days, narrowing);
        all.push(...times);
        lines.push(
          `${String(files).padStart(9)} files ${String(days).padStart(4)} days, ${name.padEnd(13)} ${median(times).toFixed(0).padStart(6)} ms`,
        );
      }
    }
    const size = files.toLocaleString("en-US");
    measures.push(figure(`${size}: median of all`, "ms", [median(all)]));
    measures.push(figure(`${size}: p95`, "ms", [percentile(all, 0.95)], { atMost: targetMs }));
  }
  return {
    database: databases[0] as Database,
    method: `${SAMPLES} answers of each of ${DAYS.length} periods with ${Object.keys(FILTERS).length} narrowings, none of them kept`,
    measures: [...measures, ...(await measureDrain(options.rounds, stack))],
    notes: [lines.join("\n")],
  };
};

async function measure(database: Database, days: number, narrowing: Partial<InsightsParameters>): Promise<number[]> {
  const to = new Date().toISOString().slice(0, 10);
  const filter = { ...INSIGHTS.empty, from: dayAfter(to, 1 - days), to, ...narrowing };
  const call = () => countInsights(filter, database);
  await call();
  return timesOf(SAMPLES, call);
}

/** Measures the drain beside the evaluation of reviews, which queues the files, with and without computing their rows. */
async function measureDrain(rounds: number, stack: AsyncDisposableStack): Promise<Measure[]> {
  const database = await openToDrain(stack);
  const reviews = (signal: AbortSignal) => evaluateDue(database, signal);
  const withRows = async (signal: AbortSignal) => {
    const [, files] = await Promise.all([reviews(signal), computeInsights(database, { signal })]);
    return files;
  };
  const pairs = await drainPairs(database, {
    ...{ rounds, deliveries: DELIVERIES },
    on: { run: withRows, everyMs: WORK_INTERVAL_MS },
    off: { run: reviews, everyMs: WORK_INTERVAL_MS },
  });
  return pairMeasures("insights", pairs, { atLeast: 0.9 });
}

const TABLES = [
  "insight_files",
  "insight_status_changes",
  "insight_runs",
  "insight_texts",
  "insight_item_failures",
  "insight_lookups",
  "insight_reviews",
];
const MESSAGES = 60;
const OFFICERS = 20;

/** A number in [0, 1) derived from the file and `salt`. */
const random = (salt: number): string => `((hashtextextended(verification_id, ${salt}) & 1073741823) / 1073741824.0)`;
const days = (least: number, most: number, salt: number): string =>
  `interval '1 day' * (${least} + power(${random(salt)}, 2) * ${most - least})`;

/** Files whose documents were complete, and the time of completion. */
const COMPLETE = "created_at IS NOT NULL AND documents_status = 'full_upload'";
const COMPLETED_AT = `created_at + ${days(0.1, 20, 1)}`;

const FILL = [
  `INSERT INTO insight_files SELECT verification_id, '', at, extract(epoch FROM at - created_at), NULL,
     CASE WHEN ${random(2)} < 0.6 THEN at + ${days(0.01, 1, 3)} END, CASE WHEN ${random(2)} < 0.6 THEN 3600 END
   FROM (SELECT verification_id, created_at, ${COMPLETED_AT} AS at FROM verification_summaries WHERE ${COMPLETE}) AS file`,
  `INSERT INTO insight_status_changes
   SELECT verification_id, created_at + (at - created_at) * place / 3.0, (ARRAY['pending_upload', 'partial_upload', 'pending_external', 'full_upload'])[1 + place],
     (ARRAY['pending_upload', 'partial_upload', 'pending_external'])[place],
     CASE WHEN place > 0 THEN extract(epoch FROM at - created_at) / 3 END, ${random(4)} < 0.02, place = 1 AND ${random(5)} < 0.05
   FROM (SELECT verification_id, created_at, ${COMPLETED_AT} AS at FROM verification_summaries WHERE ${COMPLETE}) AS file
   CROSS JOIN generate_series(0, 3) AS place`,
  `INSERT INTO insight_runs
   SELECT verification_id, at + interval '1 hour' * place, CASE place WHEN 2 THEN 'final' ELSE 'provisional' END, found / 2, found, found / 3, found,
     (SELECT COALESCE(array_agg(DISTINCT floor(power(${random(6)} * (1 + n) / 4.0, 2) * ${MESSAGES})::bigint), '{}') FROM generate_series(1, found) AS n),
     CASE WHEN found > 0 THEN ARRAY[floor(power(${random(7)}, 2) * 15)::bigint] ELSE '{}' END
   FROM (
     SELECT verification_id, ${COMPLETED_AT} AS at, floor(${random(8)} * 4)::int AS found FROM verification_summaries WHERE ${COMPLETE}
   ) AS file CROSS JOIN generate_series(0, 2) AS place`,
  `INSERT INTO insight_texts SELECT n, 'Falta el documento ' || n FROM generate_series(0, ${MESSAGES}) AS n`,
  `INSERT INTO insight_item_failures
   SELECT verification_id, created_at + ${days(0.1, 5, 9)}, (ARRAY['ine_mx', 'csf_mx', 'ac_mx'])[1 + floor(${random(10)} * 3)::int],
     (ARRAY['password_protected_pdf', 'prevalidation_failed', 'unsupported_file_type'])[1 + floor(${random(11)} * 3)::int]
   FROM verification_summaries WHERE created_at IS NOT NULL AND ${random(12)} < 0.3`,
  `INSERT INTO insight_lookups
   SELECT verification_id, created_at + ${days(0.1, 10, 13)} + interval '1 minute' * person,
     CASE WHEN ${random(14)} * (1 + person) < 0.2 THEN 'curp_format_error' END, ${random(15)} > 0.95
   FROM verification_summaries CROSS JOIN generate_series(1, 3) AS person WHERE created_at IS NOT NULL`,
  `INSERT INTO insight_reviews
   SELECT verification_id, at + interval '1 day' * place, CASE place WHEN 0 THEN 'opened' WHEN 1 THEN 'decided' ELSE 'reopened' END,
     CASE WHEN place = 1 THEN CASE WHEN ${random(16)} < 0.85 THEN 'accepted' ELSE 'rejected' END END,
     CASE WHEN place = 1 THEN ('00000000-0000-4000-8000-' || lpad(floor(${random(17)} * ${OFFICERS})::text, 12, '0'))::uuid END, 1,
     CASE WHEN place = 1 THEN 86400 * ${random(18)} END, CASE WHEN place = 1 THEN 28800 * ${random(18)} END,
     CASE WHEN place = 1 THEN ${random(19)} < 0.9 END,
     CASE WHEN place = 1 AND ${random(20)} < 0.1 THEN '{high_finding}'::text[] ELSE '{}' END,
     CASE WHEN place = 2 THEN '{finding_new}'::text[] ELSE '{}' END
   FROM (SELECT verification_id, ${COMPLETED_AT} AS at FROM verification_summaries WHERE ${COMPLETE}) AS file
   CROSS JOIN generate_series(0, 2) AS place WHERE place < 2 OR ${random(21)} < 0.05`,
];

/** Fills the tables of the insights as real files of this number would. */
async function generateInsights({ pool }: Database): Promise<void> {
  await pool.query(`TRUNCATE ${TABLES.join(", ")}, insight_due`);
  for (const statement of FILL) await pool.query(statement);
  await pool.query(`VACUUM ANALYZE ${TABLES.join(", ")}`);
}
