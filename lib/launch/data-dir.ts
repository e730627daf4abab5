import { randomBytes } from "node:crypto";
import { accessSync, constants, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { LaunchError } from "./launch-error.ts";
import { tryLock } from "./lock.ts";
import { readFileIfThere, writePrivateFile } from "./private-file.ts";

export type DataDir = { path: string; release(): void };

/** Opens DATA_DIR for this start alone. A second start over it is refused (LaunchError), whatever user it runs as. */
export function openDataDir(given: string): DataDir {
  const path = resolve(given);
  const holder = join(path, "launcher.pid");
  let lock: ReturnType<typeof tryLock>;
  try {
    makeFolder(path);
    // Asked first, since the lock would only say that it can't open its file.
    accessSync(path, constants.W_OK | constants.X_OK);
    lock = tryLock(join(path, "launcher.lock"));
    if (lock) writePrivateFile(holder, `${process.pid}\n`);
  } catch (error) {
    throw new LaunchError(`DATA_DIR: can't write to ${path} (${reason(error)})`);
  }
  if (lock) return { path, release: lock.release };
  const pid = readFileIfThere(holder)?.trim() ?? "unknown";
  throw new LaunchError(
    `Cotejo already runs over this DATA_DIR, ${path} (process ${pid}): stop it, or set another DATA_DIR`,
  );
}

/** `recursive` of Node's own never returns where a folder is found but nothing can be made in it, as in /proc. */
function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Two starts may make the same parent at once.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

const reason = (error: unknown) => (error as NodeJS.ErrnoException).code ?? String(error);

/**
 * The master secret of an embedded installation, made at its first start, before its database. Where the database is
 * there and the secret is not, a new one would open nothing of what is stored: that is an error, not a first start.
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
