import { once } from "node:events";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import next from "next";
import { openSeal } from "#lib/access/server/session-seal.ts";
import { isToken } from "#lib/access/server/tokens/bearer.ts";
import { startInstance } from "#lib/core/server/status/instances.ts";
import { createReadiness } from "#lib/core/server/status/status.ts";
import { missingPartsHere } from "#lib/core/server/status/system.ts";
import { PROBES } from "#lib/edge/server/http/health.ts";
import { EnvError, env } from "#lib/platform/server/base/env.ts";
import { takePort } from "#lib/platform/server/base/liveness.ts";
import { createLog } from "#lib/platform/server/base/log.ts";
import { createMissingReport } from "#lib/platform/server/base/missing-parts.ts";
import { serveMetrics } from "#lib/platform/server/base/serve-metrics.ts";
import { beginStop } from "#lib/platform/server/base/stopping.ts";
import { VERSION } from "#lib/platform/server/base/version.ts";
import { maxConnections, requireDatabase } from "#lib/platform/server/db/check-server.ts";
import { database } from "#lib/platform/server/db/database.ts";
import { MigrationError } from "#lib/platform/server/db/migrate.ts";
import { stopServer } from "#lib/platform/server/http/limited-server.ts";
import { createAnswered } from "./answered.ts";
import { NoBuildError, openBuild } from "./build.ts";
import { buildFiles } from "./build-files.ts";
import { captureConsole, createLogLines } from "./log-lines.ts";
import { routesOf } from "./routes.ts";
import { startSelfCheck } from "./self-check.ts";
import { createDashboardServer, type Handle } from "./server.ts";

/** The launcher, or an operator's supervisor, kills a slower stop. */
const MAX_STOP_MS = 9_000;

const readiness = createReadiness();
/** The interval in which missing prerequisites are logged. Each report proves by writing that the database stores. */
const REPORT_INTERVAL_MS = 60_000;

/** Starts Next by its public API behind our own server; `main.ts dev` starts it with hot reload. */
async function main(): Promise<void> {
  const { HOST: hostname, PORT: port, METRICS_PORT, APP_ORIGIN: origin, TRUSTED_PROXIES: trustedProxies } = env();
  const log = createLog("dashboard");
  log.info({ version: VERSION }, "starting");
  // For Next's bundle, whose manifest does not name the commit.
  process.env.COTEJO_VERSION = VERSION;
  const dir = join(import.meta.dirname, "..", "..");
  const dev = process.argv[2] === "dev";
  const build = dev ? null : openBuild(dir);
  const isAnswered = build ? buildFiles(build) : () => false;
  await requireDatabase(database(), maxConnections("dashboard", env()));
  const lines = createLogLines(log);
  if (!dev) captureConsole(lines);
  let handle: Handle | undefined;
  const server = createDashboardServer(async (request, response) => handle?.(request, response), {
    origin,
    probes: PROBES,
    trustedProxies,
    developing: dev,
    isSeal: async (seal) => (await openSeal(seal)) !== undefined,
    isToken: (token) => isToken(token),
    onAnswered: createAnswered(build ? routesOf(build) : (path) => ({ route: path, params: {} }), log),
    onPageFault: lines.pageFault,
    onFault: lines.fault,
    onRefused: lines.refused,
  });
  const app = next({ dev, dir, hostname, port, httpServer: server });
  await app.prepare();
  const render = app.getRequestHandler();
  const check = startSelfCheck(hostname, port);
  handle = async (request, response) => {
    if (isAnswered(request, response)) return;
    response.once("finish", check.noteAnswer);
    await render(request, response);
  };
  await serveMetrics({ host: hostname, port: METRICS_PORT });
  // Next loads all pages in one turn of the loop after its preparation; until then the launcher's page answers.
  await nextTurn();
  await takePort();
  server.listen(port, hostname);
  await once(server, "listening");
  log.info({ host: hostname, port }, "listening");
  const report = createMissingReport(log);
  const reportMissing = async () => report((await readiness()).missing);
  const reports = setInterval(reportMissing, REPORT_INTERVAL_MS).unref();
  const instance = startInstance(database(), "dashboard", { lacks: missingPartsHere });

  const stop = async () => {
    setTimeout(() => process.exit(1), MAX_STOP_MS).unref();
    beginStop();
    clearInterval(reports);
    await Promise.all([stopServer(server), instance.stop()]);
    check.stop();
    await app.close();
    process.exit(0);
  };
  let stopping = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (!stopping) stop().catch(() => process.exit(1));
      stopping = true;
    });
  }
}

main().catch((error: NodeJS.ErrnoException) => {
  const reason = error.code === "EADDRINUSE" ? "PORT: the port is in use" : (error.stack ?? error.message);
  const plain = error instanceof EnvError || error instanceof MigrationError || error instanceof NoBuildError;
  process.stderr.write(plain ? `${error.message}\n` : `dashboard: ${reason}\n`);
  process.exit(1);
});
