import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { writeBackup } from "#lib/edge/server/backup/backup.ts";
import { restoreBackup } from "#lib/edge/server/backup/restore.ts";
import { SCHEMAS } from "#lib/edge/server/backup/schemas.ts";
import type { Database } from "#lib/platform/server/db/database.ts";
import { connect, ownFolder, startDatabase } from "#tools/bench/database.ts";
import { generate, withoutIndexes } from "#tools/bench/list/generate.ts";
import { figure } from "#tools/bench/measure.ts";
import type { Benchmark } from "#tools/bench/report.ts";
import { administer, urlOf } from "#tools/test/postgres-server.ts";

const FILES = 1_000_000;
const SMALL = 20_000;
const DELIVERIES = 6;
const WATCH_INTERVAL_MS = 250;

/** Six deliveries of about 700 hardly compressible bytes for each file, with the facts that they state. */
const INBOX = `
  INSERT INTO inbox (kind, received_at, verification_id, state, signature, receiver_id, signed_at, body, event_name, contract_version)
  SELECT 'delivery', created_at + interval '1 hour' * n, verification_id, 'applied', encode(sha256(convert_to(verification_id || n, 'UTF8')), 'hex'),
    'rcv', extract(epoch FROM created_at)::bigint,
    convert_to(format('{"event":"verification_item.v2.completed","data":{"verification_id":"%s","item_id":%s,"text":"%s"}}',
      verification_id, n, repeat(md5(verification_id || n), 8) || encode(sha512(convert_to(verification_id || n, 'UTF8')), 'hex')), 'UTF8'),
    'verification_item.v2.completed', 1
  FROM verification_summaries CROSS JOIN generate_series(1, ${DELIVERIES}) AS n`;
const ITEMS = `
  INSERT INTO item_changes (verification_id, digest, at, signed_before, item_id, kind, item_type, success)
  SELECT verification_id, sha256(convert_to(verification_id || n, 'UTF8')), created_at, created_at + interval '1 hour', n, 'completed', 'ac_mx', true
  FROM verification_summaries CROSS JOIN generate_series(1, ${DELIVERIES}) AS n`;
const STATEMENTS = `
  INSERT INTO verification_statements (verification_id, digest, at, signed_before, event_name, status, account_id)
  SELECT verification_id, sha256(convert_to(verification_id || n, 'UTF8')), created_at, created_at + interval '1 hour',
    'verification_item.v2.completed', status, account_id
  FROM verification_summaries CROSS JOIN generate_series(1, ${DELIVERIES}) AS n`;

/** Measures a backup of a large installation: its duration, the time in which it holds vacuum back, and the restore. */
export const benchmarkBackup: Benchmark = async (options, stack) => {
  const folder = ownFolder(stack);
  const databaseUrl = await startDatabase(folder, stack);
  const database = connect(databaseUrl, 1, stack);
  const files = options.small ? SMALL : FILES;
  await fill(database, files);
  const { rows } = await database.pool.query<{ bytes: number }>("SELECT pg_database_size(current_database()) AS bytes");

  const file = join(folder, "one.zip");
  const watch = watchBackup(database);
  const { result: backup, seconds: written } = await timed(() =>
    writeBackup({ databaseUrl, file, schemas: SCHEMAS, scheduled: false, masters: [] }),
  );
  const { grown, held } = await watch.stop();
  await administer(databaseUrl, "CREATE DATABASE restored");
  const emptyUrl = urlOf(databaseUrl, "restored");
  const { seconds: restored } = await timed(() =>
    restoreBackup({ file, databaseUrl: emptyUrl, schemas: SCHEMAS, masters: [], logFolder: folder, unsigned: true }),
  );
  const MiB = 1024 * 1024;
  return {
    database,
    method: `one backup and one restore of ${files.toLocaleString("en-US")} files, ${backup.rows.toLocaleString("en-US")} rows`,
    measures: [
      figure("database", "MB", [(rows[0]?.bytes ?? 0) / MiB]),
      figure("backup", "MB", [backup.bytes / MiB]),
      figure("seconds to write it and read it back", "", [written]),
      figure("seconds for which its snapshot holds vacuum back", "", [held]),
      figure("memory while it is written, more than before", "MB", [grown / MiB]),
      figure("seconds to restore it", "", [restored]),
    ],
  };
};

async function fill(database: Database, files: number): Promise<void> {
  const { pool } = database;
  await generate(database, files);
  await withoutIndexes(pool, ["inbox", "item_changes", "verification_statements"], async () => {
    for (const statement of [INBOX, ITEMS, STATEMENTS]) await pool.query(statement);
  });
  await pool.query("CHECKPOINT");
}

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; seconds: number }> {
  const began = performance.now();
  const result = await work();
  return { result, seconds: (performance.now() - began) / 1_000 };
}

const SNAPSHOT_AGE = `
  SELECT COALESCE(max(extract(epoch FROM now() - xact_start)), 0)::float8 AS held FROM pg_stat_activity
  WHERE application_name = 'cotejo backup' AND backend_xmin IS NOT NULL`;

/** The maximum growth of this process's memory in bytes, and the time with a snapshot in seconds. */
function watchBackup({ pool }: Database): { stop(): Promise<{ grown: number; held: number }> } {
  const before = process.memoryUsage().rss;
  let [most, held, stopped] = [before, 0, false];
  const loop = async () => {
    while (!stopped) {
      most = Math.max(most, process.memoryUsage().rss);
      held = Math.max(held, (await pool.query<{ held: number }>(SNAPSHOT_AGE)).rows[0]?.held ?? 0);
      await delay(WATCH_INTERVAL_MS);
    }
  };
  const looking = loop();
  return {
    async stop() {
      stopped = true;
      await looking;
      return { grown: most - before, held };
    },
  };
}
