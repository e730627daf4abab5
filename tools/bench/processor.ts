import { readdirSync, readFileSync } from "node:fs";
import { timesOf } from "./measure.ts";

/** Milliseconds of a process on a core so far, all threads together; NaN if the system does not report it. */
export function cpuOf(pid: number): number {
  try {
    const tasks = readdirSync(`/proc/${pid}/task`).map((task) =>
      readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8"),
    );
    return tasks.reduce((sum, text) => sum + Number(text.split(" ")[0]) / 1e6, 0);
  } catch {
    return Number.NaN;
  }
}

/** Times of `count` calls, one after the other, and each process's average milliseconds on a core per call. */
export async function costsOf(count: number, pids: readonly number[], call: () => Promise<unknown>) {
  const before = pids.map(cpuOf);
  const times = await timesOf(count, call);
  return { times, cpu: pids.map((pid, index) => (cpuOf(pid) - (before[index] ?? Number.NaN)) / count) };
}

/** Milliseconds of processor time that this process and its child processes have used, the database's among them. */
export function processorTime(except: readonly number[] = []): number {
  const children = Map.groupBy(runningProcesses(), parentOf);
  const sum = (pid: number): number =>
    except.includes(pid)
      ? 0
      : (cpuOf(pid) || 0) + (children.get(pid) ?? []).reduce((total, child) => total + sum(child), 0);
  return sum(process.pid);
}

export const childrenOf = (pid: number): number[] => runningProcesses().filter((other) => parentOf(other) === pid);

const runningProcesses = (): number[] => readdirSync("/proc").map(Number).filter(Number.isInteger);

/** Null for a process that has ended meanwhile. */
function parentOf(pid: number): number | null {
  try {
    // The name, in parentheses, may contain spaces.
    const [, parent] = /\) \S+ (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
    return Number(parent);
  } catch {
    return null;
  }
}

/** Resident memory of a process in MB. */
export function memoryOf(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1_000;
}
