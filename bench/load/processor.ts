import { readdirSync, readFileSync } from "node:fs";
import { cpuOf } from "#bench/list/cpu.ts";

/** Milliseconds of processor time so far of this process and of those that it started, such as the database's. */
export function processorTime(): number {
  const children = new Map<number, number[]>();
  for (const entry of readdirSync("/proc")) {
    const pid = Number(entry);
    const parent = Number.isInteger(pid) ? parentOf(pid) : null;
    if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const sum = (pid: number): number =>
    (cpuOf(pid) || 0) + (children.get(pid) ?? []).reduce((total, child) => total + sum(child), 0);
  return sum(process.pid);
}

/** Null for a process that has ended meanwhile. */
function parentOf(pid: number): number | null {
  try {
    // The name before, in parentheses, may have spaces.
    const [, , parent] = /\) (\S+) (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
    return Number(parent);
  } catch {
    return null;
  }
}
