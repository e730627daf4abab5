import { randomBytes } from "node:crypto";
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { z } from "zod";
import { userName } from "./users.ts";

/** The reason why Cotejo cannot start, as one line with a remedy. Never quotes a value that may be secret. */
export class LaunchError extends Error {
  override name = "LaunchError";
}

/** The file that each command over a DATA_DIR locks. */
export const LOCK_FILE = "launcher.lock";

export type DataDir = { path: string; release(): void };

/** Opens DATA_DIR for this start alone. A second start over the same folder is refused (LaunchError), for any user. */
export function openDataDir(given: string): DataDir;
/** With `optional`, null if another start holds the folder. */
export function openDataDir(given: string, options: { optional: boolean }): DataDir | null;
export function openDataDir(given: string, { optional } = { optional: false }): DataDir | null {
  const path = resolve(given);
  const holder = join(path, "launcher.pid");
  let lock: ReturnType<typeof tryLock>;
  try {
    makeFolder(path);
    // Checked first, since the lock would only report that its file cannot be opened.
    accessSync(path, constants.W_OK | constants.X_OK);
    const lockFile = join(path, LOCK_FILE);
    if (existsSync(lockFile)) accessSync(lockFile, constants.R_OK | constants.W_OK);
    lock = tryLock(lockFile);
    if (lock) writePrivateFile(holder, `${process.pid}\n`);
  } catch (error) {
    throw new LaunchError(`DATA_DIR: can't write to ${path} (${reason(error)} for user ${userName()})`);
  }
  if (lock) return { path, release: lock.release };
  if (optional) return null;
  const pid = readFileIfThere(holder)?.trim() ?? "unknown";
  throw new LaunchError(
    `Cotejo already runs over this DATA_DIR, ${path} (process ${pid}): stop it, or set another DATA_DIR`,
  );
}

/** Node's `recursive` never returns if a folder exists but nothing can be made in it, as in /proc. */
function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Two starts may make the same parent at the same time.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

const reason = (error: unknown) => (error as NodeJS.ErrnoException).code ?? String(error);

/**
 * The master secret of an embedded installation, created at the first start before the database. If the database exists
 * without the secret, a new secret could not open the stored data: that is an error, not a first start.
 */
export function embeddedSecret(dataDir: string): string {
  const file = join(dataDir, "secret");
  const stored = readFileIfThere(file)?.trim();
  if (stored) return stored;
  if (existsSync(join(dataDir, "postgres"))) {
    throw new LaunchError(`COTEJO_SECRET: ${file} is gone, which the database's secrets need: restore it or set it`);
  }
  const secret = randomBytes(32).toString("base64url");
  writePrivateFile(file, `${secret}\n`);
  return secret;
}

/** Writes a file that only its owner may read, atomically: a kill or a power cut leaves the old one. */
export function writePrivateFile(path: string, text: string): void {
  const partial = `${path}.partial`;
  writeFileSync(partial, text, { mode: 0o600, flush: true });
  renameSync(partial, path);
  const folder = openSync(dirname(path), "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** The file's text, or null when there is none. Any other error is thrown. */
export function readFileIfThere(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** The parsed content of a JSON file; null for a missing file or another content. */
export function readJsonIfThere<Schema extends z.ZodType>(path: string, schema: Schema): z.output<Schema> | null {
  try {
    return schema.parse(JSON.parse(readFileIfThere(path) ?? "null"));
  } catch {
    return null;
  }
}

/** Renames a log over the size limit, so that it does not grow for years; returns the size of the current log in bytes. */
export function shortenLog(file: string): number {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= MAX_LOG_BYTES) return size;
  renameSync(file, `${file}.1`);
  return 0;
}

export const MAX_LOG_BYTES = 10 * 1024 * 1024;

/**
 * Takes an exclusive lock on a file; null when another process holds it. The kernel releases the lock with its process,
 * even after kill -9, so it can neither go stale nor be taken twice, unlike a file that holds a pid. Node has no flock: an
 * open SQLite transaction holds the same kind of lock on every system. Nothing is ever written.
 */
export function tryLock(path: string): { release(): void } | null {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null;
    throw error;
  }
  held.add(database);
  const release = () => {
    held.delete(database);
    database.close();
  };
  return { release };
}

/** References to open connections: the garbage collector would close them, and release their locks. */
const held = new Set<DatabaseSync>();

const SQLITE_BUSY = 5;
