import type { Log } from "./log.ts";
import { createSeldom } from "./seldom.ts";

/** Lines of one kind in a second: what a disk and a reader can take, however much arrives. */
const MAX_A_SECOND = 100;

/** Writes lines that come with each request, bounded for each kind; a line after omitted ones has their number. */
export function createBusyLines(log: Pick<Log, "info" | "warn" | "debug">) {
  const seldom = createSeldom(1_000, undefined, MAX_A_SECOND);
  return (level: "info" | "warn" | "debug", kind: string, facts: object, text: string): void => {
    const times = seldom(kind);
    if (times !== null) log[level]({ ...facts, ...(times > 1 && { omitted: times - 1 }) }, text);
  };
}
