import { startInstance } from "#lib/core/server/status/instances.ts";
import { openSecret } from "#lib/core/server/vault/vault.ts";
import { createBusyLines } from "#lib/platform/server/base/busy-lines.ts";
import { EnvError, env } from "#lib/platform/server/base/env.ts";
import { createLog } from "#lib/platform/server/base/log.ts";
import { createMissingReport } from "#lib/platform/server/base/missing-parts.ts";
import { serveMetrics } from "#lib/platform/server/base/serve-metrics.ts";
import { VERSION } from "#lib/platform/server/base/version.ts";
import { maxConnections, requireDatabase } from "#lib/platform/server/db/check-server.ts";
import { MigrationError } from "#lib/platform/server/db/migrate.ts";
import { createReceiverLoader } from "./load-receivers.ts";
import { createProblemReporter, openReceiverDatabase, startReceiver } from "./receiver.ts";

async function main(): Promise<void> {
  const { DATABASE_URL: databaseUrl, HOST: host, RECEIVER_PORT: port, ...rest } = env();
  if (!databaseUrl) throw new EnvError("DATABASE_URL: required by the receiver");
  const log = createLog("receiver");
  log.info({ version: VERSION }, "starting");
  const write = createBusyLines(log);
  const onProblem = createProblemReporter((problem) => log.warn(problem, problem.what));
  const database = openReceiverDatabase(databaseUrl, rest.DATABASE_POOL.receiver, (error) =>
    onProblem("connection lost", error),
  );
  await requireDatabase(database, maxConnections("receiver", env()));
  const loadReceivers = createReceiverLoader(database, openSecret, (error) => onProblem("secret not opened", error));
  await serveMetrics({ host, port: rest.METRICS_PORT });
  const receiver = await startReceiver({
    database,
    loadReceivers,
    host,
    port,
    trust: { proxies: rest.RECEIVER_TRUSTED_PROXIES, service: rest.SERVICE_ADDRESSES },
    maxAgeSeconds: rest.RECEIVER_MAX_AGE_MINUTES * 60,
    onAnswered: (delivery) =>
      write(delivery.outcome === "unavailable" ? "warn" : "info", delivery.outcome, delivery, "delivery"),
    onMissing: createMissingReport(log),
    onProblem,
  });
  const instance = startInstance(database, "receiver", { onError: (error) => onProblem("no sign of life", error) });
  log.info({ host, port: receiver.port }, "listening");
  const stop = async () => {
    await Promise.all([receiver.stop(), instance.stop()]);
    await database.close();
  };
  let stopping: Promise<void> | undefined;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      stopping ??= stop();
      stopping.then(() => process.exit(0), fail);
      // Unanswered deliveries are sent again.
      setTimeout(() => process.exit(1), MAX_STOP_MS).unref();
    });
  }
}

/** The launcher, or an operator's supervisor, kills a slower stop. */
const MAX_STOP_MS = 9_000;

function fail(error: unknown): void {
  const busy = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
  const reason = busy ? "RECEIVER_PORT: the port is in use" : error instanceof Error ? error.message : String(error);
  process.stderr.write(
    `${error instanceof EnvError || error instanceof MigrationError ? reason : `receiver: ${reason}`}\n`,
  );
  process.exit(1);
}

main().catch(fail);
