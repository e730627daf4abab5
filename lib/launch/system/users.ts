import { existsSync, readFileSync } from "node:fs";

export type User = { name: string; uid: number; gid: number };

/** The users in this system's own list; those of a directory are not in it. */
export function listUsers(): User[] {
  if (!existsSync("/etc/passwd")) return [];
  const lines = readFileSync("/etc/passwd", "utf8").split("\n");
  return lines.flatMap((line) => {
    const [name = "", , uid, gid] = line.split(":");
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}

/** A user in messages, by default the one of this process: by name, or by number for a user who is not in the list. */
export const userName = (uid = process.geteuid?.()): string =>
  listUsers().find((user) => user.uid === uid)?.name ?? String(uid);
