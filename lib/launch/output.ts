import { createWriteStream, mkdirSync, renameSync, statSync, type WriteStream } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

const MAX_LOG_BYTES = 10 * 1024 * 1024;
const WARN = 40;

/** Where the output of the processes goes. */
export type Output = {
  take(name: string, stdout: Readable, stderr: Readable): void;
  /** The last thing a process said on stderr: what to tell when it does not start. */
  lastWords(name: string): string | undefined;
};

/**
 * In a terminal a person wants to read the banner: there everything goes to `<dataDir>/logs/<name>.log` (the file before
 * it is kept as `.log.1`), and only warnings and what is worse is shown too. Without a terminal (a container, systemd, a pipe) all of
 * it is passed on as it is, since whoever started Cotejo collects it.
 */
export function createOutput(dataDir: string, terminal: boolean): Output {
  const lastWords = new Map<string, string>();
  const open = terminal ? logFiles(join(dataDir, "logs")) : null;
  const follow = (name: string, stream: Readable, target: NodeJS.WriteStream) => {
    const isStderr = target === process.stderr;
    createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }).on("line", (line) => {
      if (isStderr && line.trim()) lastWords.set(name, line.trim());
      open?.(name, line);
      if (!open || isWarning(line)) target.write(`${line}\n`);
    });
  };
  return {
    take(name, stdout, stderr) {
      follow(name, stdout, process.stdout);
      follow(name, stderr, process.stderr);
    },
    lastWords: (name) => lastWords.get(name),
  };
}

/** Lines of our processes are JSON with pino's level; Next's own lines are text and stay in the file. */
function isWarning(line: string): boolean {
  if (!line.startsWith("{")) return false;
  try {
    return Number(JSON.parse(line).level) >= WARN;
  } catch {
    return false;
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
  let bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (bytes > MAX_LOG_BYTES) {
    renameSync(path, `${path}.1`);
    bytes = 0;
  }
  const stream = createWriteStream(path, { flags: "a", mode: 0o600 });
  // A full disk must not end the launcher, which would end everything else.
  stream.on("error", () => undefined);
  return { stream, bytes };
}
