import { accessSync, constants, existsSync, type Stats, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { LaunchError, LOCK_FILE } from "./data-dir.ts";
import { listUsers, userName } from "./users.ts";

/**
 * Makes this process work as the user of the installation, the owner of DATA_DIR: root becomes this user for good, so that
 * all files belong to that user, and any other user is refused (LaunchError). `program` is the folder of Cotejo.
 */
export function workAsOwner(dataDir: string, program: string): void {
  const uid = process.getuid?.();
  if (uid === undefined) return;
  const owner = ownerOf(dataDir) ?? (uid === 0 ? ownerOfParent(dataDir) : undefined);
  if (!owner || owner.uid === uid) return;
  if (uid === 0) {
    become(owner, dataDir, program);
    return;
  }
  const isFree = owner.uid === 0 && !existsSync(join(dataDir, LOCK_FILE));
  if (isFree && may(constants.W_OK | constants.X_OK, dataDir)) return;
  const name = userName(owner.uid);
  throw new LaunchError(
    `DATA_DIR: ${dataDir} belongs to user ${name}, and this command runs as user ${userName(uid)}: run it as ${name}, or set another DATA_DIR`,
  );
}

/** The owner of the folder. A mounted volume often is root's while another user may write: then the user of its first start. */
function ownerOf(dataDir: string): Stats | undefined {
  const folder = statOf(dataDir);
  return (folder?.uid === 0 && statOf(join(dataDir, LOCK_FILE))) || folder;
}

/** A folder that root creates belongs to the owner of the folder that it is in. */
function ownerOfParent(path: string): Stats | undefined {
  const parent = dirname(path);
  return statOf(parent) ?? (parent === path ? undefined : ownerOfParent(parent));
}

/** Undefined if it does not exist, or is below a folder that is closed to this user. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

function may(mode: number, ...paths: string[]): boolean {
  try {
    for (const path of paths) accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}

/** Its types lack the function. */
const withGroups = process as unknown as { initgroups(name: string, group: number): void };

function become({ uid, gid }: Stats, dataDir: string, program: string): void {
  const refused = (reason: string) =>
    new LaunchError(`DATA_DIR: ${dataDir} belongs to user ${userName(uid)}, ${reason}: run the command as that user`);
  const user = listUsers().find((one) => one.uid === uid);
  try {
    if (user) withGroups.initgroups(user.name, user.gid);
    else process.setgroups?.([gid]);
    process.setgid?.(user?.gid ?? gid);
    process.setuid?.(uid);
  } catch {
    throw refused("and root may not become another user here");
  }
  if (!may(constants.R_OK, process.execPath, join(program, "package.json"))) {
    throw refused(`who may not read ${program} or ${process.execPath}`);
  }
}
