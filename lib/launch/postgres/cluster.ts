import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readlinkSync, realpathSync, renameSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { LaunchError } from "#lib/launch/system/data-dir.ts";
import { processesIn, processIdentity, signal, waitUntil } from "#lib/launch/system/processes.ts";
import { giveTo, type PostgresAccount } from "./account.ts";
import { binary } from "./binaries.ts";

const MAJOR = "18";
export const USER = "cotejo";

/** Creates the cluster beside its final place and then renames it: an existing cluster is complete. */
export function createCluster(account: PostgresAccount, cluster: string): void {
  const partial = `${cluster}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { mode: 0o700 });
  giveTo(account, partial);
  const made = run(account, "initdb", [
    `--pgdata=${partial}`,
    `--username=${USER}`,
    "--auth-local=trust",
    "--auth-host=reject",
    "--encoding=UTF8",
    // The built-in order of text: the same on every system, independent of its locales.
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--no-instructions",
  ]);
  if (made.status !== 0) {
    const reason = made.error?.message ?? causeIn(made.stderr) ?? "unknown";
    throw new LaunchError(`PostgreSQL's initdb failed: ${reason}`);
  }
  renameSync(partial, cluster);
}

/** The first line of an error: the last line of a failed initdb is about its cleaning up. */
function causeIn(output: string): string | undefined {
  const lines = output.trim().split("\n");
  return lines.find((line) => /\b(FATAL|PANIC|error):/.test(line)) ?? lines.at(-1);
}

function run(account: PostgresAccount, program: "initdb" | "postgres", args: string[]) {
  const [command = "", ...rest] = [...account.prefix, binary(account.binaries, program), ...args];
  return spawnSync(command, rest, { encoding: "utf8", cwd: account.home, env: ENVIRONMENT, ...account.spawn });
}

/** No variables of the caller: PGDATA, PGPORT and the like would change the server. */
export const ENVIRONMENT = { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" } as unknown as NodeJS.ProcessEnv;

export function checkVersion(cluster: string): void {
  const version = readFileSync(join(cluster, "PG_VERSION"), "utf8").trim();
  if (version !== MAJOR) {
    throw new LaunchError(
      `DATA_DIR holds a PostgreSQL ${version} database, this version of Cotejo has ${MAJOR}: take a backup with the version that made it (npm run backup), and restore it with this one into another DATA_DIR`,
    );
  }
}

const TIMEOUT_MS = 10_000;

/**
 * Ends a server that still uses this cluster without a launcher, and removes the lock file of a dead server. A server is
 * recognized by its working directory, which is the cluster itself for each of its processes.
 */
export async function endCluster(cluster: string): Promise<void> {
  if (!existsSync(cluster)) return;
  const home = realpathSync(cluster);
  const lockFile = join(home, "postmaster.pid");
  const postmaster = lockedBy(lockFile);
  const ours = () => processesIn(home).filter(isPostgres);
  if (postmaster !== undefined && (ours().includes(postmaster) || serves(postmaster, cluster))) {
    signal(postmaster, "SIGINT");
    await waitUntil(() => processIdentity(postmaster) === null, TIMEOUT_MS);
  }
  // Idle backends notice within moments that their postmaster is gone.
  await waitUntil(() => ours().length === 0, 1_000);
  for (const pid of ours()) signal(pid, "SIGQUIT");
  await waitUntil(() => ours().length === 0, 1_000);
  for (const pid of ours()) signal(pid, "SIGKILL");
  if (!(await waitUntil(() => ours().length === 0, TIMEOUT_MS))) {
    throw new LaunchError(`a PostgreSQL that can't be ended still uses DATA_DIR (process ${ours()[0]})`);
  }
  // PostgreSQL would take any living process with that pid for a running server, and refuse to start.
  if (process.platform === "linux") rmSync(lockFile, { force: true });
}

function lockedBy(lockFile: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(lockFile, "utf8"), 10);
    return Number.isInteger(pid) ? Math.abs(pid) : undefined;
  } catch {
    return undefined;
  }
}

/** The same check without /proc: by the process's arguments. */
function serves(pid: number, cluster: string): boolean {
  if (process.platform === "linux") return false;
  const { stdout } = spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  return stdout?.includes(`postgres -D ${cluster}`) ?? false;
}

function isPostgres(pid: number): boolean {
  try {
    return basename(readlinkSync(`/proc/${pid}/exe`)).startsWith("postgres");
  } catch {
    return false;
  }
}
