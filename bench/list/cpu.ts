import { readdirSync, readFileSync } from "node:fs";

/** Milliseconds that a process has run on a core so far, all its threads; not a number where the system does not report it. */
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
