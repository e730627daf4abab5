import { type ChildProcess, execFileSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { LaunchError, readFileIfThere, writePrivateFile } from "./data-dir.ts";

const POLL_MS = 20;

/** A process recorded by a start, which a later start may have to end. */
export type ProcessRecord = { name: string; pid: number; identity: string };

/**
 * Identifies this process among all processes with the same pid over time: the boot and the start time. Null for no
 * process, or a zombie. Pids are reused, so a process is never killed by a recorded pid alone.
 */
export function processIdentity(pid: number): string | null {
  try {
    // Fields after the name, which may contain spaces and parentheses: state is the first, start time the 20th.
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (fields[0] === "Z" || fields[0] === "X") return null;
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return `${boot} ${fields[19]}`;
  } catch {
    return process.platform === "linux" ? null : identityByPs(pid);
  }
}

function identityByPs(pid: number): string | null {
  try {
    const [state, ...started] = execFileSync("ps", ["-o", "state=,lstart=", "-p", String(pid)], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    })
      .trim()
      .split(/\s+/);
    return state && !state.startsWith("Z") ? started.join(" ") : null;
  } catch {
    return null;
  }
}

/** Pids of the processes with this working directory. Empty if the system has no /proc. */
export function processesIn(directory: string): number[] {
  return listPids().filter((pid) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === directory && processIdentity(pid) !== null;
    } catch {
      return false;
    }
  });
}

function listPids(): number[] {
  try {
    return readdirSync("/proc").map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

/** Sends a signal to one process, or with a negative pid to its group; false when there is no such process. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
    throw error;
  }
}

export type Running = {
  pid: number;
  /** Resolves when the process has ended in any way, with the cause: `code 1`, `signal SIGKILL`. */
  exited: Promise<string>;
  /** Ends the process within a few seconds, gently first. */
  stop(): Promise<void>;
};

/** The end of a child process: `code 1`, `signal SIGKILL`, or why it could not be started. */
export function exitOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, by) => resolve(by ? `signal ${by}` : `code ${code}`));
  });
}

export function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener("abort", () => resolve(undefined), { once: true });
  });
}

/** Waits until the condition holds; false if it does not hold after `timeoutMs`. */
export async function waitUntil(condition: () => boolean, timeoutMs: number): Promise<boolean> {
  const end = performance.now() + timeoutMs;
  while (!condition()) {
    if (performance.now() >= end) return false;
    await delay(POLL_MS);
  }
  return true;
}

const END_TIMEOUT_MS = 5_000;

/** The processes of this start on disk, so that the next start can end them after a kill -9. */
export type Ledger = { add(name: string, pid: number): void; remove(pid: number): void };

export function openLedger(dataDir: string): Ledger {
  const file = ledgerFile(dataDir);
  let records: ProcessRecord[] = [];
  const write = () => writePrivateFile(file, `${JSON.stringify(records)}\n`);
  return {
    add(name, pid) {
      const identity = processIdentity(pid);
      if (identity === null) return;
      records = [...records, { name, pid, identity }];
      write();
    },
    remove(pid) {
      records = records.filter((record) => record.pid !== pid);
      write();
    },
  };
}

/** Ends the running processes of an earlier start, with their groups, none with a reused pid; returns their names. */
export async function endLeftovers(dataDir: string): Promise<string[]> {
  const alive = readLedger(dataDir).filter(isAlive);
  for (const { pid } of alive) signal(-pid, "SIGTERM");
  await waitUntil(() => !alive.some(isAlive), END_TIMEOUT_MS);
  for (const record of alive.filter(isAlive)) signal(-record.pid, "SIGKILL");
  if (!(await waitUntil(() => !alive.some(isAlive), END_TIMEOUT_MS))) {
    const stuck = alive.find(isAlive);
    throw new LaunchError(`the ${stuck?.name} of an earlier start can't be ended (process ${stuck?.pid})`);
  }
  return alive.map((record) => record.name);
}

const ledgerFile = (dataDir: string) => join(dataDir, "processes.json");

const isAlive = (record: ProcessRecord) => processIdentity(record.pid) === record.identity;

function readLedger(dataDir: string): ProcessRecord[] {
  try {
    const records: unknown = JSON.parse(readFileIfThere(ledgerFile(dataDir)) ?? "[]");
    return Array.isArray(records) ? records.filter((record) => Number.isInteger(record?.pid) && record.pid > 1) : [];
  } catch {
    return [];
  }
}
