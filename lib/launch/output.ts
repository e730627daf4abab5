import { createWriteStream, mkdirSync, type WriteStream } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { MAX_LOG_BYTES, shortenLog } from "./system/data-dir.ts";

type Targets = { stdout: Pick<NodeJS.WriteStream, "write">; stderr: Pick<NodeJS.WriteStream, "write"> };

const INFO = 30;
const WARN = 40;
const ERROR = 50;

/** `json`: for a collector of logs that reads each line as an object. */
export type OutputMode = "terminal" | "plain" | "json";

/**
 * In a terminal the banner should stay readable: all output goes to `<dataDir>/logs/<name>.log` (the previous file is
 * kept as `.log.1`), and only warnings and errors are shown too. Without a terminal (a container, systemd, a pipe) all
 * output is passed on to the process that started Cotejo.
 */
export function createOutput(dataDir: string, mode: OutputMode, to: Targets = process) {
  const faults = new Map<string, string>();
  const messages = new Map<string, string>();
  const open = mode === "terminal" ? logFiles(join(dataDir, "logs")) : null;
  const follow = (name: string, stream: Readable, target: Targets["stdout"], onLine?: (line: string) => void) => {
    createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }).on("line", (line) => {
      onLine?.(line);
      const words = fault(line);
      if (words) faults.set(name, words);
      else if (target === to.stderr && isMessageLine(line)) messages.set(name, line);
      open?.(name, line);
      if (!open || isWarning(line))
        target.write(`${mode === "json" ? asJson(name, line, target === to.stderr) : line}\n`);
    });
  };
  return {
    take(name: string, stdout: Readable, stderr: Readable, onLine?: (line: string) => void): void {
      follow(name, stdout, to.stdout, onLine);
      follow(name, stderr, to.stderr);
    },
    /** The last error line of a process, for the message that it did not start. */
    lastErrorLine: (name: string): string | undefined => faults.get(name) ?? messages.get(name),
  };
}

export type Output = ReturnType<typeof createOutput>;

/** Wraps a line that is no JSON object, as of a crash in Node or of a build. */
function asJson(process: string, line: string, isFault: boolean): string {
  if (logLine(line)) return line;
  return JSON.stringify({ level: isFault ? WARN : INFO, time: new Date().toISOString(), process, msg: line });
}

/** Lines of our processes are JSON with pino's level; Next's own lines are text and stay in the file. */
const isWarning = (line: string): boolean => (logLine(line)?.level ?? 0) >= WARN;

/** The first line of an error in a stack trace (`Error: …`), or the message of a logged error. */
function fault(line: string): string | undefined {
  const logged = logLine(line);
  if (logged) return logged.level >= ERROR ? logged.msg : undefined;
  return /^\W*\w*error\b/i.test(line) && line.trim().length > "Error:".length ? line.trim() : undefined;
}

/** Excludes lines of a stack trace, and Node's version below it. */
const isMessageLine = (line: string): boolean => /^[\w']/.test(line) && !/^Node\.js v/.test(line);

function logLine(line: string): { level: number; msg: string } | null {
  if (!line.startsWith("{")) return null;
  try {
    const { level, msg } = JSON.parse(line);
    return typeof level === "number" ? { level, msg: String(msg) } : null;
  } catch {
    return null;
  }
}

function logFiles(folder: string): (name: string, line: string) => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const files = new Map<string, { stream: WriteStream; bytes: number }>();
  return (name, line) => {
    const path = join(folder, `${name}.log`);
    let file = files.get(name);
    if (!file || file.bytes > MAX_LOG_BYTES) {
      file?.stream.end();
      file = openLog(path);
      files.set(name, file);
    }
    file.bytes += line.length + 1;
    file.stream.write(`${line}\n`);
  };
}

function openLog(path: string): { stream: WriteStream; bytes: number } {
  const bytes = shortenLog(path);
  const stream = createWriteStream(path, { flags: "a", mode: 0o600 });
  // A full disk must not end the launcher, and with it all processes.
  stream.on("error", () => undefined);
  return { stream, bytes };
}
