import { appliedSoFar } from "#lib/core/server/inbox/drain.ts";
import { peopleTasks } from "#lib/core/server/inbox/fill-people.ts";
import { rotationTasks } from "#lib/core/server/keys/rotation/run.ts";
import { startHeartbeat } from "#lib/core/server/outages/heartbeat.ts";
import { restoreTasks } from "#lib/core/server/receiver-connection/after-restore.ts";
import { connectionTasks } from "#lib/core/server/receiver-connection/check.ts";
import { refreshTasks } from "#lib/core/server/refresh/tasks.ts";
import { startInstance } from "#lib/core/server/status/instances.ts";
import { missingPartsHere } from "#lib/core/server/status/system.ts";
import { titleTasks } from "#lib/core/server/titles/fill-titles.ts";
import { reviewTasks } from "#lib/desk/server/review/due.ts";
import { backupTasks } from "#lib/edge/server/backup/scheduled.ts";
import { insightTasks } from "#lib/insights/server/compute/task.ts";
import { yearTasks } from "#lib/insights/server/read.ts";
import { channelTasks } from "#lib/outbound/server/channels/sender.ts";
import { decisionTasks } from "#lib/outbound/server/decisions/queue-events.ts";
import { noticeTasks } from "#lib/outbound/server/notices/notifier.ts";
import { EnvError, env } from "#lib/platform/server/base/env.ts";
import { setLivenessCheck } from "#lib/platform/server/base/liveness.ts";
import { createLog } from "#lib/platform/server/base/log.ts";
import { serveMetrics } from "#lib/platform/server/base/serve-metrics.ts";
import { VERSION } from "#lib/platform/server/base/version.ts";
import { maxConnections, requireDatabase } from "#lib/platform/server/db/check-server.ts";
import { openDatabase } from "#lib/platform/server/db/database.ts";
import { MigrationError } from "#lib/platform/server/db/migrate.ts";
import { evidenceTasks } from "#lib/records/server/evidence/publish.ts";
import { privacyTasks } from "#lib/records/server/privacy/retention.ts";
import { measureDatabase } from "./metrics.ts";
import { describeError, HUNG_AFTER_MS, runWorker } from "./worker.ts";

/** The maximum time of a stop; unfinished work then rolls back, and the next worker does it again. */
const MAX_STOP_MS = 9_000;

async function main(): Promise<void> {
  const { DATABASE_URL: databaseUrl, DATABASE_POOL, HOST: host, METRICS_PORT: port } = env();
  if (!databaseUrl) throw new EnvError("DATABASE_URL: required by the worker");
  const log = createLog("worker");
  const report = (during: string, error: unknown) =>
    log.warn({ during, reason: describeError(error) }, during === "drain" ? "drain failed" : "background work failed");
  const database = openDatabase(databaseUrl, {
    name: "cotejo worker",
    max: DATABASE_POOL.worker,
    onError: (error) => report("idle", error),
  });
  await requireDatabase(database, maxConnections("worker", env()));
  log.info({ version: VERSION }, "starting");
  const stop = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      stop.abort();
      setTimeout(() => process.exit(1), MAX_STOP_MS).unref();
    });
  }
  let turnAt = performance.now();
  const isAlive = () => performance.now() - turnAt < HUNG_AFTER_MS;
  setLivenessCheck(isAlive);
  const heartbeat = startHeartbeat(database, "worker", (error) => report("heartbeat", error), isAlive);
  const onError = (error: unknown) => report("sign of life", error);
  const instance = startInstance(database, "worker", { lacks: missingPartsHere, applied: appliedSoFar, onError });
  measureDatabase(database);
  await serveMetrics({ host, port });
  await runWorker({
    database,
    databaseUrl,
    tasks: [
      ...refreshTasks(database),
      ...connectionTasks(log, database),
      ...restoreTasks(database),
      ...rotationTasks(database),
      ...privacyTasks(log, database),
      ...titleTasks(database),
      ...peopleTasks(database),
      ...reviewTasks(database),
      ...insightTasks(database),
      ...yearTasks(database),
      ...decisionTasks(database),
      ...evidenceTasks(log, database),
      ...noticeTasks(database),
      ...backupTasks(databaseUrl, log),
      ...channelTasks(database),
    ],
    signal: stop.signal,
    onReady: () => {
      log.info("listening for deliveries");
      process.send?.({ ready: true });
    },
    onTurn: () => {
      turnAt = performance.now();
    },
    onDrained: (result) => {
      if (result.failed > 0)
        log.warn(result, "deliveries or snapshots could not be applied; see last_error in the inbox");
      else log.debug(result, "drained");
    },
    onProblem: report,
  });
  await Promise.all([heartbeat.stop(), instance.stop()]);
  await database.close();
}

main().then(
  () => process.exit(0),
  (error) => {
    process.stderr.write(
      `${error instanceof EnvError || error instanceof MigrationError ? error.message : `worker: ${describeError(error)}`}\n`,
    );
    process.exit(1);
  },
);
