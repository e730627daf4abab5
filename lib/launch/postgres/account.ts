import { type SpawnOptions, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LaunchError } from "#lib/launch/system/data-dir.ts";
import { listUsers } from "#lib/launch/system/users.ts";
import { binary, copyBinaries, type PostgresBinaries } from "./binaries.ts";

export type PostgresAccount = {
  binaries: PostgresBinaries;
  /** The cluster's parent folder: DATA_DIR, or a folder below `SYSTEM_HOME`. */
  home: string;
  /** The command prefix that runs a program as this user. */
  prefix: string[];
  /** Owner of the files, as this process sees it; undefined for the launcher's user. */
  owner: { uid: number; gid: number } | undefined;
  spawn: Pick<SpawnOptions, "uid" | "gid">;
};

const NAMESPACE = ["unshare", "-U", "--map-user=65534", "--map-group=65534", "--"];

/** In order of preference; `nobody` is shared with other services, so it comes last. */
const SYSTEM_USERS = ["cotejo", "postgres", "nobody"];

const SYSTEM_HOME = "/var/lib/cotejo";

/**
 * PostgreSQL refuses to run as root (design §3). Where DATA_DIR is root's, it runs in a user namespace, where this
 * process's root is an ordinary user; where the kernel forbids that (as in many containers), as a system user. A database
 * stays in its folder: no start makes a second one elsewhere.
 */
export function choosePostgresAccount(binaries: PostgresBinaries, dataDir: string): PostgresAccount {
  const lifeline = dieWithParent();
  const found = [dataDir, farHome(dataDir)].find((folder) => existsSync(join(folder, "postgres")));
  if (process.getuid?.() !== 0) {
    if (found && found !== dataDir) throw new LaunchError(movedBy(dataDir, found));
    return { binaries, home: dataDir, prefix: lifeline, owner: undefined, spawn: {} };
  }
  const can = (...command: string[]) => succeeds([...NAMESPACE, ...command]);
  const home = found ?? dataDir;
  // In the namespace root has no right to the files of others: DATA_DIR may be in a user's own folder.
  if (can(binary(binaries, "postgres"), "--version") && can("test", "-x", home)) {
    const owner = { uid: 0, gid: 0 };
    return { binaries, home, prefix: [...NAMESPACE, ...lifeline], owner, spawn: {} };
  }
  return systemUser(binaries, dataDir, found, lifeline);
}

/** The folder of a database whose DATA_DIR the system user cannot reach. */
const farHome = (dataDir: string): string =>
  join(SYSTEM_HOME, createHash("sha256").update(dataDir).digest("hex").slice(0, 16));

const movedBy = (dataDir: string, home: string) =>
  `DATA_DIR: the database of ${dataDir} is in ${home}, where a start by root made it: move ${home}/postgres to ${dataDir}, and give it to the owner of that folder`;

/** Linux ends PostgreSQL by a fast shutdown when the launcher is killed (kill -9). Elsewhere the next start does. */
function dieWithParent(): string[] {
  const lifeline = ["setpriv", "--pdeathsig", "INT", "--"];
  return process.platform === "linux" && succeeds([...lifeline, "true"]) ? lifeline : [];
}

const succeeds = ([command = "", ...args]: string[], as: PostgresAccount["spawn"] = {}): boolean =>
  spawnSync(command, args, { stdio: "ignore", ...as }).status === 0;

function systemUser(
  binaries: PostgresBinaries,
  dataDir: string,
  found: string | undefined,
  lifeline: string[],
): PostgresAccount {
  const users = listUsers();
  const owner = SYSTEM_USERS.map((name) => users.find((user) => user.name === name)).find(Boolean);
  if (!owner) throw new LaunchError(ROOT_HELP);
  const { uid, gid } = owner;
  const can = (...command: string[]) => succeeds(command, { uid, gid });
  // Other files in DATA_DIR have mode 0600, so the right to pass through it discloses nothing.
  chmodSync(dataDir, 0o711);
  const home = found ?? (can("test", "-x", dataDir) ? dataDir : farHome(dataDir));
  mkdirSync(home, { recursive: true, mode: 0o711 });
  const runs = (found: PostgresBinaries) => can(binary(found, "postgres"), "--version");
  const own = runs(binaries) ? binaries : copyBinaries(binaries, join(SYSTEM_HOME, "postgresql-18.4"));
  if (!runs(own)) throw new LaunchError(ROOT_HELP);
  if (!can("test", "-x", home)) {
    throw new LaunchError(`DATA_DIR: user ${owner.name}, as whom PostgreSQL runs, can't reach the database in ${home}`);
  }
  return { binaries: own, home, prefix: lifeline, owner: { uid, gid }, spawn: { uid, gid } };
}

const ROOT_HELP =
  "PostgreSQL does not run as root, and this system allows neither a user namespace nor a system user: run npm start as another user, or set DATABASE_URL";

/** Gives a folder to its account. The account may have changed since the files were made. */
export function giveTo(account: PostgresAccount, path: string): void {
  if (!account.owner || !existsSync(path)) return;
  const { uid, gid } = account.owner;
  if (lstatSync(path).uid === uid) return;
  const give = (entry: string) => {
    if (lstatSync(entry).isDirectory()) for (const name of readdirSync(entry)) give(join(entry, name));
    if (!lstatSync(entry).isSymbolicLink()) chownSync(entry, uid, gid);
  };
  // The folder itself comes last: its owner shows that all files in it are done.
  give(path);
}

/** The kernel's limit on a Unix socket's path, 108 with the closing NUL. */
const MAX_SOCKET_PATH = 106;
const SOCKET_NAME = ".s.PGSQL.5432";

/**
 * A folder for the socket that only the owner can enter. This folder is the whole authentication: whoever can open the
 * socket is the owner of the data files, so a password would protect nothing (design §3: no TCP at all). Must not be
 * called while a server of this account runs.
 */
export function socketFolder(account: PostgresAccount): string {
  const near = join(account.home, "run");
  const far = createHash("sha256").update(account.home).digest("hex").slice(0, 16);
  const short = [process.env.XDG_RUNTIME_DIR, tmpdir(), "/tmp"]
    .filter((base) => base !== undefined && base !== "")
    .map((base) => join(base as string, `cotejo-${far}`));
  for (const folder of [near, ...short]) {
    if (Buffer.byteLength(join(folder, SOCKET_NAME)) > MAX_SOCKET_PATH) continue;
    if (!createOwnFolder(account, folder)) continue;
    // The pid in the socket's lock file may now belong to another process or to a zombie.
    if (process.platform === "linux") rmSync(join(folder, `${SOCKET_NAME}.lock`), { force: true });
    return folder;
  }
  throw new LaunchError("no place for PostgreSQL's socket: choose a shorter DATA_DIR");
}

/** Creates the folder; false if a folder of this name belongs to another user, who can create it in /tmp. */
function createOwnFolder(account: PostgresAccount, folder: string): boolean {
  try {
    mkdirSync(folder, { mode: 0o700, recursive: true });
    const me = process.getuid?.();
    const stat = lstatSync(folder);
    // Inside the account's own home it is from an earlier start, possibly as another user.
    const ours = folder.startsWith(account.home) || stat.uid === me || stat.uid === account.owner?.uid;
    if (!stat.isDirectory() || !ours) return false;
    chmodSync(folder, 0o700);
    giveTo(account, folder);
    return true;
  } catch {
    return false;
  }
}
