import { join, resolve } from "node:path";
import pg from "pg";
import { EnvError, readEnv } from "#lib/platform/server/base/env.ts";
import { createLog } from "#lib/platform/server/base/log.ts";
import { MigrationError } from "#lib/platform/server/db/migrate.ts";
import { checkDescriptors } from "./check-environment.ts";
import { LIVENESS_CHECK } from "./child.ts";
import type { Launch } from "./context.ts";
import { createOutput } from "./output.ts";
import { createSupervisor } from "./supervisor.ts";
import { forgetDatabase, runningDatabase } from "./supply.ts";
import { type DataDir, LaunchError, openDataDir } from "./system/data-dir.ts";
import { workAsOwner } from "./system/owner.ts";
import { aborted, endLeftovers, openLedger } from "./system/processes.ts";
import { userName } from "./system/users.ts";

type Command = {
  begin(launch: Launch): Promise<void>;
  ends?: true;
  /** The command may run beside Cotejo over the same DATA_DIR, and then uses its embedded database. */
  beside?: true;
  /** The command writes nothing to DATA_DIR, and may run beside any other. */
  apart?: true;
  /** The command does not use DATA_DIR at all, and works for any user. */
  anyone?: true;
};

/** A command loads its own modules: loading those of all takes longer than most commands. */
const starts = () => import("./launch.ts");
const commands = () => import("./commands.ts");
const backups = () => import("./backups.ts");
const evidence = () => import("./evidence.ts");

const COMMANDS: Record<string, Command> = {
  start: { begin: async (launch) => (await starts()).launchAll(launch, "start") },
  dev: { begin: async (launch) => (await starts()).launchAll(launch, "dev") },
  sandbox: { begin: async (launch) => (await starts()).launchSandbox(launch) },
  build: { begin: async (launch) => (await starts()).launchBuild(launch), ends: true, apart: true, anyone: true },
  migrate: { begin: async (launch) => (await commands()).launchMigrate(launch), ends: true, beside: true },
  backup: { begin: async (launch) => (await backups()).launchBackup(launch), ends: true, beside: true },
  restore: { begin: async (launch) => (await backups()).launchRestore(launch), ends: true },
  rebuild: { begin: async (launch) => (await commands()).launchRebuild(launch), ends: true, beside: true },
  "receiver-secret": {
    begin: async (launch) => (await commands()).launchReceiverSecret(launch),
    ends: true,
    apart: true,
  },
  evidence: { begin: async (launch) => (await evidence()).launchEvidence(launch), ends: true, beside: true },
  "lift-consent": { begin: async (launch) => (await commands()).launchLiftConsent(launch), ends: true },
};

const PARENT_POLL_MS = 500;

/** Processes stop within this time; PostgreSQL, which stops last, gets the rest of ten seconds. */
const STOP_MS = 9_200;

/** SQLSTATE of missing rights, a read-only or full server, no connections, a shutdown: messages name objects, no rows. */
const FIXABLE = /^(42501|25006|53|57P)/;

process.title = "cotejo";
const stop = new AbortController();
let dataDir: DataDir | null | undefined;
let finish: () => Promise<void> = async () => undefined;

// npm passes the terminal's signal on a second time; the second signal has no further effect.
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, () => stop.abort());

// `npm start | head`: a closed output is no reason to stop.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

// The shell between npm and this process dies of a signal without passing it on, and npm may be killed: then nobody
// could stop Cotejo. In other ways of starting, a missing parent may be normal.
const parent = process.ppid;
if (process.env.npm_lifecycle_event) {
  setInterval(() => process.ppid !== parent && stop.abort(), PARENT_POLL_MS).unref();
}

try {
  await run(process.argv[2] ?? "start", process.argv.slice(3));
} catch (error) {
  if (!stop.signal.aborted) {
    process.stderr.write(`cotejo: ${explain(error)}\n`);
    process.exitCode = 1;
  }
} finally {
  await finish();
  dataDir?.release();
}
// A connection that is still closing must not delay the end.
process.exit();

async function run(name: string, args: string[]): Promise<void> {
  const command = COMMANDS[name];
  if (!command) throw new LaunchError(`unknown command ${name}: one of ${Object.keys(COMMANDS).join(", ")}`);
  checkDescriptors();
  const env = readEnv(process.env);
  const root = join(import.meta.dirname, "..", "..");
  // Paths of entries, migrations and the build are relative to this folder, wherever the caller is.
  const path = resolve(env.DATA_DIR);
  // npm changes the folder before it runs a command.
  const callerFolder = process.env.INIT_CWD ?? process.cwd();
  process.chdir(root);
  if (!command.anyone) workAsOwner(path, root);
  const running = command.beside ? runningDatabase(path) : null;
  // With a database of one's own, a command beside Cotejo uses nothing of DATA_DIR but the secret.
  const isApart = command.apart || (command.beside && env.DATABASE_URL !== undefined);
  dataDir = isApart ? null : openDataDir(path, { optional: running !== null });
  const whole = createLog("launcher");
  // Between the sentences of a command stand warnings alone.
  const log = command.ends && !process.env.LOG_LEVEL ? whole.child({}, { level: "warn" }) : whole;
  // The lines for the person who started this appear with any LOG_LEVEL.
  const startLog = log.child({}, { level: "info" });
  const supervisor = createSupervisor(log);
  const steps = new Set<Promise<unknown>>();
  finish = async () => {
    stop.abort();
    await supervisor.stop();
    await Promise.allSettled(steps);
    if (dataDir) forgetDatabase(path);
  };
  if (dataDir) {
    const ended = await endLeftovers(path);
    if (ended.length > 0) log.warn({ ended }, "ended processes left by a killed start");
  }
  const terminal = Boolean(process.stdout.isTTY);
  const beginning = command.begin({
    env,
    dataDir: path,
    root,
    callerFolder,
    log,
    tools: {
      output: createOutput(path, terminal && !command.anyone ? "terminal" : command.ends ? "plain" : "json"),
      // A command without the lock on DATA_DIR must not write into the ledger of the process that holds it.
      ledger: dataDir ? openLedger(path) : { add: () => undefined, remove: () => undefined },
      children: new Map(),
      steps,
      stopMs: STOP_MS,
      livenessCheck: name === "dev" ? null : LIVENESS_CHECK,
    },
    supervisor,
    stopping: stop.signal,
    terminal,
    args,
    running: dataDir ? null : running,
    say: (text) => (terminal || command.ends ? process.stdout.write(text) : startLog.info(oneLine(text))),
  });
  // A signal ends the wait at any step of the start; the processes started so far are stopped below.
  await Promise.race([beginning, aborted(stop.signal)]);
  if (!command.ends) await aborted(stop.signal);
}

function oneLine(text: string): string {
  return text
    .trim()
    .replace(/\s*\n\s*/g, "; ")
    .replace(/ {2,}/g, " ");
}

/** One line for a fault that an operator can repair; for internal errors, their place in the code. */
function explain(error: unknown): string {
  if (error instanceof LaunchError || error instanceof EnvError || error instanceof MigrationError)
    return error.message;
  const { code, path } = error as NodeJS.ErrnoException;
  if (error instanceof pg.DatabaseError && FIXABLE.test(code ?? "")) return `the database refuses it: ${error.message}`;
  if ((code === "EACCES" || code === "EPERM") && path) {
    const [user, folder] = [userName(), dataDir?.path];
    const isInDataDir = folder !== undefined && path.startsWith(folder);
    if (!isInDataDir) return `user ${user} may not use ${path}`;
    return `DATA_DIR: user ${user} may not use ${path}, which another user made: give the folder back by chown -R ${user} ${folder}`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
