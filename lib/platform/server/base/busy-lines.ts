import type { Log } from "./log.ts";
import { createReportLimit } from "./report-limit.ts";

/** Maximum of lines of one kind in a second, for the disk and the reader of the log, however many requests arrive. */
const MAX_A_SECOND = 100;

/** Writes log lines of requests, up to MAX_A_SECOND of each kind; the line after omitted ones has their number. */
export function createBusyLines(log: Pick<Log, "info" | "warn" | "debug">) {
  const seldom = createReportLimit(1_000, undefined, MAX_A_SECOND);
  return (level: "info" | "warn" | "debug", kind: string, facts: object, text: string): void => {
    const times = seldom(kind);
    if (times !== null) log[level]({ ...facts, ...(times > 1 && { omitted: times - 1 }) }, text);
  };
}
