import { join } from "node:path";
import { EnvError, readEnv } from "#lib/server/base/env.ts";
import { createLog } from "#lib/server/base/log.ts";
import { MigrationError } from "#lib/server/db/migrate.ts";
import { LIVENESS_CHECK } from "./child.ts";
import { type Launch, launchAll, launchBuild, launchLiftConsent, launchSandbox } from "./launch.ts";
import { createOutput } from "./output.ts";
import { createSupervisor } from "./supervisor.ts";
import { type DataDir, LaunchError, openDataDir } from "./system/data-dir.ts";
import { endLeftovers, openLedger } from "./system/processes.ts";

const MODES: Record<string, (launch: Launch) => Promise<void>> = {
  start: (launch) => launchAll(launch, "start"),
  dev: (launch) => launchAll(launch, "dev"),
  sandbox: launchSandbox,
  build: launchBuild,
  "lift-consent": launchLiftConsent,
};

/** Those that end by themselves. */
const ENDING = new Set(["build", "lift-consent"]);

const PARENT_POLL_MS = 500;

process.title = "cotejo";
const stop = new AbortController();
let dataDir: DataDir | undefined;
let finish: () => Promise<void> = async () => undefined;

// npm passes on the signal that the terminal has already sent: a second one means nothing more than the first.
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, () => stop.abort());

// `npm start | head`: its reader has left, which is no reason to stop.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

// The shell between npm and this process dies of a signal without passing it on, and npm may be killed: then nobody is
// left who could stop Cotejo. Started in another way, a parent that has gone may be all right.
const parent = process.ppid;
if (process.env.npm_lifecycle_event) {
  setInterval(() => process.ppid !== parent && stop.abort(), PARENT_POLL_MS).unref();
}

try {
  await run(process.argv[2] ?? "start");
} catch (error) {
  if (!stop.signal.aborted) {
    process.stderr.write(`cotejo: ${explain(error)}\n`);
    process.exitCode = 1;
  }
} finally {
  await finish();
  dataDir?.release();
}
// Nothing is left to wait for; a connection that is still closing must not delay the end.
process.exit();

async function run(mode: string): Promise<void> {
  const begin = MODES[mode];
  if (!begin) throw new LaunchError(`unknown command ${mode}: one of ${Object.keys(MODES).join(", ")}`);
  const env = readEnv(process.env);
  const root = join(import.meta.dirname, "..", "..");
  // Entries, migrations and the build are named from here, wherever the caller is.
  dataDir = openDataDir(env.DATA_DIR);
  process.chdir(root);
  const log = createLog("launcher");
  const ended = await endLeftovers(dataDir.path);
  if (ended.length > 0) log.warn({ ended }, "ended processes left by a killed start");
  const terminal = Boolean(process.stdout.isTTY);
  const supervisor = createSupervisor(log);
  const steps = new Set<Promise<unknown>>();
  finish = async () => {
    stop.abort();
    await supervisor.stop();
    await Promise.allSettled(steps);
  };
  const beginning = begin({
    env,
    dataDir: dataDir.path,
    root,
    log,
    tools: {
      output: createOutput(dataDir.path, terminal),
      ledger: openLedger(dataDir.path),
      steps,
      livenessCheck: mode === "dev" ? null : LIVENESS_CHECK,
    },
    supervisor,
    stopping: stop.signal,
    terminal,
    say: (text) => process.stdout.write(text),
  });
  // A signal ends the wait at once, whatever step the start is at; what runs by then is stopped below.
  await Promise.race([beginning, stopped(stop.signal)]);
  if (!ENDING.has(mode)) await stopped(stop.signal);
}

function stopped(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

/** One line for what an operator can repair; for a fault of ours, where it happened. */
function explain(error: unknown): string {
  if (error instanceof LaunchError || error instanceof EnvError || error instanceof MigrationError)
    return error.message;
  const { code, path } = error as NodeJS.ErrnoException;
  if (dataDir && (code === "EACCES" || code === "EPERM") && path?.startsWith(dataDir.path)) {
    return `DATA_DIR: this user may not use ${path}, which another one made: start as that user, or set another DATA_DIR`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
