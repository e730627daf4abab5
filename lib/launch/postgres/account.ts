import { type SpawnOptions, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { LaunchError } from "#lib/launch/launch-error.ts";
import { binary, copyBinaries, type PostgresBinaries } from "./binaries.ts";

/** In which guise PostgreSQL runs, and where its files are then. */
export type PostgresAccount = {
  binaries: PostgresBinaries;
  /** The cluster's parent folder. */
  home: string;
  /** Put before the program and its arguments. */
  prefix: string[];
  /** Who owns the files, seen from here; undefined means whoever runs the launcher. */
  owner: { uid: number; gid: number } | undefined;
  spawn: Pick<SpawnOptions, "uid" | "gid">;
};

const NAMESPACE = ["unshare", "-U", "--map-user=65534", "--map-group=65534", "--"];

/** Looked for in this order; nobody is shared with other services, so it comes last. */
const SYSTEM_USERS = ["cotejo", "postgres", "nobody"];

const SYSTEM_HOME = "/var/lib/cotejo";

/**
 * PostgreSQL refuses to run as root (design §3). As root its programs run in a user namespace, where this process's
 * root is somebody ordinary; where the kernel refuses that (as in many containers), as a system user.
 */
export function choosePostgresAccount(binaries: PostgresBinaries, dataDir: string): PostgresAccount {
  const lifeline = dieWithParent();
  if (process.getuid?.() !== 0) return { binaries, home: dataDir, prefix: lifeline, owner: undefined, spawn: {} };
  const [unshare = "", ...rest] = NAMESPACE;
  const can = (...command: string[]) => spawnSync(unshare, [...rest, ...command], { stdio: "ignore" }).status === 0;
  // In there root's power over the files of others is gone: DATA_DIR may be below somebody's own folder, or be one.
  if (can(binary(binaries, "postgres"), "--version") && can("test", "-x", dataDir)) {
    const owner = { uid: 0, gid: 0 };
    return { binaries, home: dataDir, prefix: [...NAMESPACE, ...lifeline], owner, spawn: {} };
  }
  return systemUser(binaries, dataDir, lifeline);
}

/**
 * Linux ends PostgreSQL, by a fast shutdown, when the launcher is gone without a word (kill -9). Elsewhere the next
 * start finds and stops it.
 */
function dieWithParent(): string[] {
  const lifeline = ["setpriv", "--pdeathsig", "INT", "--"];
  const [command = "", ...rest] = lifeline;
  const works = process.platform === "linux" && spawnSync(command, [...rest, "true"], { stdio: "ignore" }).status === 0;
  return works ? lifeline : [];
}

function systemUser(binaries: PostgresBinaries, dataDir: string, lifeline: string[]): PostgresAccount {
  const owner = findSystemUser();
  const can = (command: string, args: string[]) =>
    owner && spawnSync(command, args, { stdio: "ignore", ...owner }).status === 0;
  if (!owner) throw new LaunchError(ROOT_HELP);
  // What else is in DATA_DIR has mode 0600, so passing through it gives nothing away.
  chmodSync(dataDir, 0o711);
  const reachable = can("test", ["-x", dataDir]);
  const key = createHash("sha256").update(dataDir).digest("hex").slice(0, 16);
  const home = reachable ? dataDir : join(SYSTEM_HOME, key);
  mkdirSync(home, { recursive: true, mode: 0o711 });
  const own = can(binary(binaries, "postgres"), ["--version"])
    ? binaries
    : copyBinaries(binaries, join(SYSTEM_HOME, "postgresql-18.4"));
  if (!can(binary(own, "postgres"), ["--version"]) || !can("test", ["-x", home])) throw new LaunchError(ROOT_HELP);
  return { binaries: own, home, prefix: lifeline, owner, spawn: owner };
}

const ROOT_HELP =
  "PostgreSQL does not run as root, and this system allows neither a user namespace nor a system user: run npm start as another user, or set DATABASE_URL";

function findSystemUser(): { uid: number; gid: number } | undefined {
  if (!existsSync("/etc/passwd")) return undefined;
  const entries = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  const entry = SYSTEM_USERS.map((name) => entries.find((fields) => fields[0] === name)).find(Boolean);
  return entry ? { uid: Number(entry[2]), gid: Number(entry[3]) } : undefined;
}

/** Gives a folder to its account. The guise may have changed since the files were made. */
export function giveTo(account: PostgresAccount, path: string): void {
  if (!account.owner || !existsSync(path)) return;
  const { uid, gid } = account.owner;
  if (lstatSync(path).uid === uid) return;
  const give = (entry: string) => {
    if (lstatSync(entry).isDirectory()) for (const name of readdirSync(entry)) give(join(entry, name));
    if (!lstatSync(entry).isSymbolicLink()) chownSync(entry, uid, gid);
  };
  // The folder itself comes last: it is what tells that the work is done.
  give(path);
}
