import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./releases.ts";

/** A memory limit of the kernel. Both versions of cgroups have the same four files under different names. */
export function limitMemory(name: string, mb: number) {
  const first = existsSync("/sys/fs/cgroup/memory");
  const folder = join(first ? "/sys/fs/cgroup/memory" : "/sys/fs/cgroup", name);
  mkdirSync(folder);
  writeFileSync(join(folder, first ? "memory.limit_in_bytes" : "memory.max"), String(mb * 2 ** 20));
  const read = (file: string) => readFileSync(join(folder, file), "utf8");
  return {
    procs: join(folder, "cgroup.procs"),
    peakMb: () => Number(read(first ? "memory.max_usage_in_bytes" : "memory.peak")) / 2 ** 20,
    kills: () => Number(/^oom_kill (\d+)$/m.exec(read(first ? "memory.oom_control" : "memory.events"))?.[1]),
    remove: () => rmdirSync(folder),
  };
}

/** The client's address, which differs from the proxy's; the range is reserved for documentation. */
export const CLIENT_ADDRESS = "192.0.2.7";
export const NOBODY = 65_534;

const CONFINE = `
set -eu
tree=$1 hosts=$2 procs=$3
shift 3
echo $$ > "$procs"
mount --make-rprivate /
mount --bind "$tree" "$tree"
mount -o remount,ro,bind "$tree"
mount --bind "$hosts" /etc/hosts
ip link set lo up
ip address add ${CLIENT_ADDRESS}/32 dev lo
exec setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups --no-new-privs env -i "$@" "$tree/cotejo" start
`;

export type Confined = ReturnType<typeof start>;

type ConfinedOptions = { hosts: string; limit: ReturnType<typeof limitMemory>; env: Record<string, string> };

/** Runs `./cotejo start` in a read-only tree, by a user without rights, with no network but its own loopback. */
export function startConfined(tree: string, { hosts, limit, env }: ConfinedOptions): Confined {
  const variables = Object.entries({ PATH: "/usr/bin:/bin", ...env }).map(([name, value]) => `${name}=${value}`);
  return start("unshare", ["-m", "-n", "sh", "-c", CONFINE, "sh", tree, hosts, limit.procs, ...variables]);
}

/** Starts a program in the namespaces of a confined start. */
export const startInside = ({ child }: Confined, command: string, args: string[]): Confined =>
  start("nsenter", ["-t", String(child.pid), "-m", "-n", command, ...args]);

function start(command: string, args: string[]) {
  const child = spawn(command, args, { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      said += chunk;
    });
  }
  /** The exit code; null after a signal. */
  const exited: Promise<number | null> = once(child, "close").then(([code]) => code);
  return { child, exited, said: () => said };
}
