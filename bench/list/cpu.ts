import { readFileSync } from "node:fs";

/** Milliseconds that a process has run on a core so far; not a number where the system does not report it. */
export function cpuOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
  } catch {
    return Number.NaN;
  }
}
