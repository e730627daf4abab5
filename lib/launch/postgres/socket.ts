import { createHash } from "node:crypto";
import { chmodSync, lstatSync, mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LaunchError } from "#lib/launch/launch-error.ts";
import { giveTo, type PostgresAccount } from "./account.ts";

/** The kernel's limit on a Unix socket's path, 108 with the closing NUL. */
const MAX_SOCKET_PATH = 106;
const SOCKET_NAME = ".s.PGSQL.5432";

/**
 * A folder for the socket that only the owner can enter. That folder is the whole authentication: who can open the
 * socket already is the user who owns the data files, so a password would guard nothing (design §3: no TCP at all).
 * To be called when no server of this account runs any more.
 */
export function socketFolder(account: PostgresAccount): string {
  const near = join(account.home, "run");
  const far = createHash("sha256").update(account.home).digest("hex").slice(0, 16);
  const short = [process.env.XDG_RUNTIME_DIR, tmpdir(), "/tmp"]
    .filter((base) => base !== undefined && base !== "")
    .map((base) => join(base as string, `cotejo-${far}`));
  for (const folder of [near, ...short]) {
    if (Buffer.byteLength(join(folder, SOCKET_NAME)) > MAX_SOCKET_PATH) continue;
    if (!claim(account, folder)) continue;
    // As with the cluster's own lock file: the number in it may by now be another process's, or a zombie's.
    if (process.platform === "linux") rmSync(join(folder, `${SOCKET_NAME}.lock`), { force: true });
    return folder;
  }
  throw new LaunchError("no place for PostgreSQL's socket: choose a shorter DATA_DIR");
}

/** Makes the folder; false when somebody else has one of that name, which in /tmp anyone may. */
function claim(account: PostgresAccount, folder: string): boolean {
  try {
    mkdirSync(folder, { mode: 0o700, recursive: true });
    const me = process.getuid?.();
    const stat = lstatSync(folder);
    // Inside the account's own home it can only be what an earlier start made there, perhaps in another guise.
    const ours = folder.startsWith(account.home) || stat.uid === me || stat.uid === account.owner?.uid;
    if (!stat.isDirectory() || !ours) return false;
    chmodSync(folder, 0o700);
    giveTo(account, folder);
    return true;
  } catch {
    return false;
  }
}
