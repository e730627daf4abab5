import type { Log } from "./log.ts";

const WORDS: Record<string, string> = {
  database: "the database does not answer or does not store",
  storage: "the database answers and stores nothing",
  secrets: "a webhook secret can't be opened",
  clock: "the clock is a minute or more off",
  receiver: "no receiver gives a sign of life",
  worker: "no worker gives a sign of life",
};

/** Returns a function that logs the missing parts whenever they change. */
export function createMissingReport(log: Pick<Log, "info" | "warn">): (missing: readonly string[]) => void {
  let last: string | undefined;
  return (missing) => {
    const now = missing.map((name) => WORDS[name] ?? name).join("; ");
    if (now === last) return;
    last = now;
    if (missing.length === 0) log.info("ready: nothing is missing");
    else log.warn({ missing }, `missing: ${now}`);
  };
}
