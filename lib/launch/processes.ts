import { type ChildProcess, execFileSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

const POLL_MS = 20;

/** A process that one start wrote down and a later start may have to end. */
export type ProcessRecord = { name: string; pid: number; identity: string };

/**
 * Tells this process from every other one that has had or will have its pid: the boot and the moment it began. Null
 * when there is no such process, or only its zombie. Numbers are reused, so a recorded pid alone must never be killed.
 */
export function processIdentity(pid: number): string | null {
  try {
    // Fields after the name, which may itself hold spaces and parentheses: state is the first, start time the 20th.
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

/** Pids of the processes that work in this directory. Empty where the system has no /proc. */
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

/** Sends a signal to one process, or with a negative pid to its group; false when there is nobody to take it. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
    throw error;
  }
}

/** How a process that we started has ended: `code 1`, `signal SIGKILL`, or why it could not be started. */
export function exitOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, by) => resolve(by ? `signal ${by}` : `code ${code}`));
  });
}

/** Waits until the condition holds; false when it still does not after `timeoutMs`. */
export async function waitUntil(condition: () => boolean, timeoutMs: number): Promise<boolean> {
  const end = performance.now() + timeoutMs;
  while (!condition()) {
    if (performance.now() >= end) return false;
    await delay(POLL_MS);
  }
  return true;
}
