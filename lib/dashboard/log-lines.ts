import { createBusyLines } from "#lib/platform/server/base/busy-lines.ts";
import { describeFault, digestOf } from "#lib/platform/server/base/errors.ts";
import type { Log } from "#lib/platform/server/base/log.ts";
import { createReportLimit } from "#lib/platform/server/base/report-limit.ts";

const MINUTE_MS = 60_000;

type LineLog = Pick<Log, "error" | "warn" | "info" | "debug">;
type LogLines = {
  /** Logs a request that was refused before Next, by its status. */
  refused(status: number): void;
  /** Logs a failed page by the reference that its reader sees. */
  pageFault(digest: string): void;
  /** Logs an error that Next could not answer. */
  fault(error: unknown): void;
  /** Logs a call of `console`, where Next also writes texts of strangers. */
  console(level: keyof LineLog, values: readonly unknown[]): void;
};

/** Log lines about input from anybody: at most one a minute of each kind, with a digest instead of the input. */
export function createLogLines(log: LineLog): LogLines {
  const seldom = createReportLimit(MINUTE_MS);
  const write = (level: keyof LineLog, kind: string, facts: object, text: string) => {
    const times = seldom(`${level} ${kind}`);
    if (times !== null) log[level]({ ...facts, times }, text);
  };
  const fault = (given: keyof LineLog, error: unknown, text: string) => {
    const faults = describeFault(error);
    // An answer broken off on purpose, as a PDF with a lost source, has a code and is no error here. Matched by name, since
    // Next's bundle has a class of its own.
    const level = faults.some(({ name }) => name === "CotejoError") ? "warn" : given;
    // Places in the code are few, however many texts an error can have.
    write(level, JSON.stringify(faults.map(({ code, at }) => [code, at[0]])), { faults }, text);
  };
  const report = (level: keyof LineLog, text: string) => {
    const at = callers();
    const times = seldom(`${level} ${at.slice(0, 3)}`);
    if (times === null) return;
    // No words of it: it may quote a request.
    log[level]({ digest: digestOf(text), at: at.slice(0, 5), times }, "Next reports a text");
  };
  const busy = createBusyLines(log);
  return {
    pageFault: (digest) =>
      busy("warn", "page", { digest }, "a page failed; its reader sees the digest as the reference"),
    refused: (status) => write("warn", `refused ${status}`, { status }, "a request was refused"),
    fault: (error) => fault("error", error, "request failed"),
    console: (level, values) => {
      const error = values.find((value) => value instanceof Error);
      if (error) fault(level, error, "Next reports an error");
      else report(level, values.map(String).join(" "));
    },
  };
}

/** The places in the code that led to this call, innermost first, without this file. */
const callers = (): string[] =>
  (new Error().stack ?? "").split("\n").flatMap((line) => {
    const place = /^ {4}at (.*)$/.exec(line)?.[1];
    return place && !place.includes(import.meta.filename) ? [place] : [];
  });

/** Turns each console call of this process into a line of the log. */
export function captureConsole({ console: take }: Pick<LogLines, "console">, target = console): void {
  for (const [name, level] of Object.entries(LEVELS)) {
    target[name as keyof typeof LEVELS] = (...values: unknown[]) => take(level, values);
  }
}

const LEVELS = { error: "error", warn: "warn", log: "info", info: "info", debug: "info", trace: "info" } as const;
