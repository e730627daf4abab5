import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, createReadStream, existsSync, mkdirSync, openSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { LaunchError, shortenLog } from "#lib/launch/system/data-dir.ts";
import { memoryMb } from "#lib/launch/system/memory.ts";
import { exitOf, type Running, waitUntil } from "#lib/launch/system/processes.ts";
import { connect } from "#lib/platform/server/db/session.ts";
import { choosePostgresAccount, giveTo, type PostgresAccount, socketFolder } from "./account.ts";
import { binary, locateBinaries } from "./binaries.ts";
import { checkVersion, createCluster, ENVIRONMENT, endCluster, USER } from "./cluster.ts";

const DATABASE = "cotejo";
/** A crash under load leaves at most `max_wal_size` to replay. */
const READY_MS = 60_000;
const STOP_MS = 3_500;

/** An eighth of the memory, used on demand: enough for the list of a million verifications. */
const SHARED_BUFFERS_MB = Math.floor(Math.min(Math.max(memoryMb() / 8, 128), 1024));

/** For a machine of two cores. fsync and full_page_writes keep their defaults: on. */
const SETTINGS = {
  listen_addresses: "",
  max_connections: "100",
  shared_buffers: `${SHARED_BUFFERS_MB}MB`,
  effective_cache_size: `${SHARED_BUFFERS_MB * 4}MB`,
  max_wal_size: "1GB",
  wal_compression: "on",
  random_page_cost: "1.1",
  jit: "off",
  max_parallel_workers_per_gather: "0",
  timezone: "UTC",
  // Statements and their errors quote personal data: the level LOG leaves out ERROR and less.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_checkpoints: "off",
  log_timezone: "UTC",
};

export type RunningPostgres = Running & {
  /** `postgres:///cotejo?host=…`, as `pg` reads it. */
  databaseUrl: string;
  /** The folder that holds the cluster. */
  home: string;
};

type Options = {
  dataDir: string;
  settings?: Record<string, string>;
  /** Called with the lines of the server's own log, which quote no statement. */
  onLine?: ((line: string) => void) | undefined;
};

/**
 * Starts a real PostgreSQL 18 with its cluster in `<dataDir>/postgres`, created at the first start. Leftovers of an earlier
 * start (a server without a launcher, a stale lock file, a half-made cluster) are removed first, so the caller must hold
 * the lock of this `dataDir`. Throws LaunchError, also when `stopping` aborts before the server is ready. `settings` go
 * before SETTINGS: for throwaway databases of tests; production passes none.
 */
export async function startPostgres(
  { dataDir, settings = {}, onLine }: Options,
  stopping: AbortSignal = new AbortController().signal,
): Promise<RunningPostgres> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const account = choosePostgresAccount(locateBinaries(), realpathSync(dataDir));
  const cluster = join(account.home, "postgres");
  await endCluster(cluster);
  if (!existsSync(cluster)) createCluster(account, cluster);
  checkVersion(cluster);
  giveTo(account, cluster);
  const sockets = socketFolder(account);
  const logFile = join(account.home, "postgres.log");
  // The position where the log of this start begins.
  const logStart = shortenLog(logFile);
  const child = spawnServer(account, cluster, { ...SETTINGS, ...settings, unix_socket_directories: sockets }, logFile);
  const exited = exitOf(child);
  let gone = false;
  exited.then(() => {
    gone = true;
  });
  const ready = await waitUntil(() => gone || stopping.aborted || isReady(cluster), READY_MS);
  if (stopping.aborted) await stop(child, exited);
  if (gone || !ready || child.pid === undefined) {
    child.kill("SIGKILL");
    throw new LaunchError(`PostgreSQL did not start: ${lastFault(logFile, logStart)}`);
  }
  if (onLine) exited.finally(followLog(logFile, logStart, onLine));
  const url = (database: string) => `postgres:///${database}?host=${encodeURIComponent(sockets)}&user=${USER}`;
  await createDatabase(url("postgres"));
  return { databaseUrl: url(DATABASE), home: account.home, pid: child.pid, exited, stop: () => stop(child, exited) };
}

function spawnServer(account: PostgresAccount, cluster: string, settings: Record<string, string>, logFile: string) {
  const args = ["-D", cluster, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
  const [command = "", ...rest] = [...account.prefix, binary(account.binaries, "postgres"), ...args];
  const output = openSync(logFile, "a", 0o600);
  try {
    return spawn(command, rest, {
      // A session of its own: Ctrl-C in the terminal is for the launcher, which stops the others first.
      detached: true,
      stdio: ["ignore", output, output],
      cwd: account.home,
      env: ENVIRONMENT,
      ...account.spawn,
    });
  } finally {
    closeSync(output);
  }
}

/** The eighth line of the server's lock file tells whether it accepts connections. */
function isReady(cluster: string): boolean {
  try {
    return readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n")[7]?.trim() === "ready";
  } catch {
    return false;
  }
}

async function createDatabase(url: string): Promise<void> {
  const client = await connect(url, "cotejo-launcher");
  try {
    const found = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [DATABASE]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await client.end();
  }
}

/** Fast shutdown: rolls open transactions back and writes everything to disk. Kills the server after the timeout. */
async function stop(child: ChildProcess, exited: Promise<string>): Promise<void> {
  for (const name of ["SIGINT", "SIGQUIT", "SIGKILL"] as const) {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(name);
    const timeout = AbortSignal.timeout(name === "SIGINT" ? STOP_MS : 1_000);
    await Promise.race([exited, new Promise((resolve) => timeout.addEventListener("abort", resolve))]);
  }
}

const FOLLOW_MS = 1_000;

/**
 * Passes on the log from `start` on. It is read from a file, since a server that outlives its launcher would have no
 * reader of its pipe. Returns a function that passes on the rest and ends.
 */
function followLog(file: string, start: number, onLine: (line: string) => void): () => Promise<void> {
  let read = start;
  let begun = "";
  let reading = Promise.resolve();
  const take = async () => {
    for await (const chunk of createReadStream(file, { start: read })) {
      read += chunk.length;
      const lines = `${begun}${chunk}`.split("\n");
      begun = lines.pop() ?? "";
      for (const line of lines) onLine(line);
    }
  };
  const look = () => {
    reading = reading.then(take).catch(() => undefined);
    return reading;
  };
  const timer = setInterval(look, FOLLOW_MS).unref();
  return () => {
    clearInterval(timer);
    return look();
  };
}

function lastFault(file: string, start: number): string {
  const lines = readFileSync(file).subarray(start).toString().trim().split("\n");
  return lines.findLast((line) => / (FATAL|PANIC): /.test(line)) ?? lines.at(-1) ?? "no word in its log";
}
