import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { LaunchError } from "#lib/launch/launch-error.ts";
import { processesIn, processIdentity, signal, waitUntil } from "#lib/launch/processes.ts";

const PATIENCE_MS = 10_000;

/**
 * Ends a server that still works on this cluster without a launcher, and removes a lock file that nobody stands behind.
 * A server is known by its working directory, which is the cluster itself for each of its processes.
 */
export async function endCluster(cluster: string): Promise<void> {
  if (!existsSync(cluster)) return;
  const home = realpathSync(cluster);
  const lockFile = join(home, "postmaster.pid");
  const postmaster = lockedBy(lockFile);
  const ours = () => processesIn(home).filter(isPostgres);
  if (postmaster !== undefined && (ours().includes(postmaster) || serves(postmaster, cluster))) {
    signal(postmaster, "SIGINT");
    await waitUntil(() => processIdentity(postmaster) === null, PATIENCE_MS);
  }
  // Backends see within moments that their postmaster is gone, unless they are busy.
  await waitUntil(() => ours().length === 0, 1_000);
  for (const pid of ours()) signal(pid, "SIGQUIT");
  await waitUntil(() => ours().length === 0, 1_000);
  for (const pid of ours()) signal(pid, "SIGKILL");
  if (!(await waitUntil(() => ours().length === 0, PATIENCE_MS))) {
    throw new LaunchError(`a PostgreSQL that can't be ended still uses DATA_DIR (process ${ours()[0]})`);
  }
  // PostgreSQL would take any living process of that number for its predecessor, and refuse to start.
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

/** The same question where there is no /proc: what the process was started with. */
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
