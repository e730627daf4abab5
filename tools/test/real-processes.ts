import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { masterKey, sealSecret } from "#lib/core/server/vault/vault.ts";
import { withClient } from "#lib/launch/database-roles.ts";
import { freePort } from "./free-ports.ts";

const ROOT = join(import.meta.dirname, "../..");

/** Settings of receiver and worker for an installation without a service. */
export type Installed = {
  databaseUrl: string;
  receiverPort: number;
  receiverId: string;
  webhookSecret: string;
  masterSecret: string;
};

/** Connects a receiver to a migrated database as if the service had created its webhook. */
export async function installReceiver(databaseUrl: string): Promise<Installed> {
  const installed: Installed = {
    databaseUrl,
    receiverPort: await freePort(),
    receiverId: "rcv",
    webhookSecret: `whsec_${randomBytes(24).toString("base64url")}`,
    masterSecret: randomBytes(32).toString("base64url"),
  };
  await withClient(databaseUrl, async (client) => {
    const input = { kind: "webhook_secret", owner: installed.receiverId, value: installed.webhookSecret } as const;
    const secretId = await sealSecret(client, input, [masterKey(installed.masterSecret)]);
    await client.query("INSERT INTO receivers (id, state, url) VALUES ($1, 'connected', 'http://127.0.0.1/')", [
      installed.receiverId,
    ]);
    await client.query(
      "INSERT INTO receiver_secrets (id, receiver_id, role, secret_id) VALUES ($1, $2, 'current', $3)",
      [randomUUID(), installed.receiverId, secretId],
    );
  });
  return installed;
}

const READY_MS = 120_000;

/** A script of Node with an environment of its own. */
type Program = {
  args: string[];
  env: Record<string, string | undefined>;
  cwd?: string;
  /** An address that answers 200 once the process is ready; null for a process that sends a message. */
  url: string | null;
  /** Accepts any status of `url`. */
  whateverStatus?: boolean;
};

export type RealProcess = ReturnType<typeof spawnProcess>;

export function spawnProcess({ args, env, cwd = ROOT, url, whateverStatus = false }: Program) {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const usual = { PATH, HOME, NODE_COMPILE_CACHE, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" } as const;
  const child = spawn(process.execPath, args, { cwd, env: { ...usual, ...env }, stdio: ["ignore", 2, 2, "ipc"] });
  const exited = once(child, "exit");
  let hasReported = false;
  child.once("message", () => {
    hasReported = true;
  });
  const isAtWork = async (): Promise<boolean> => {
    if (url === null) return hasReported;
    const answer = await fetch(url, { redirect: "manual" }).catch(() => null);
    return answer !== null && (answer.ok || whateverStatus);
  };
  return {
    pid: child.pid ?? 0,
    exited,
    /** Resolves when the process is ready. Rejects if it ends before, or after a timeout that only a fault exceeds. */
    async ready(): Promise<void> {
      for (const deadline = Date.now() + READY_MS; !(await isAtWork()); await delay(25)) {
        if (child.exitCode !== null || child.signalCode !== null) throw new Error(`${args[0]} has ended`);
        if (Date.now() > deadline) throw new Error(`${args[0]} is not ready`);
      }
    },
    /** Ends the process; resolves to its exit code, or null after a signal. */
    async end(signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
      child.kill(signal);
      await exited;
      return child.exitCode;
    },
  };
}

/** Ends a child process, unless it has ended. */
export async function endChild(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
}

const MAIN = { receiver: "lib/receiver/main.ts", worker: "lib/worker/main.ts", dashboard: "lib/dashboard/main.ts" };

/** Starts a process as the launcher does. `root` has the sources of the version to run; a dashboard needs its PORT. */
export function startProcess(
  name: keyof typeof MAIN,
  installed: Installed,
  { root = ROOT, more = {} }: { root?: string; more?: Record<string, string> } = {},
): RealProcess {
  const urls = {
    receiver: `http://127.0.0.1:${installed.receiverPort}/health/ready`,
    worker: null,
    dashboard: `http://127.0.0.1:${more.PORT}/api/health/live`,
  };
  const env = {
    LOG_LEVEL: "silent",
    DATABASE_URL: installed.databaseUrl,
    COTEJO_SECRET: installed.masterSecret,
    RECEIVER_PORT: String(installed.receiverPort),
    SVC_BASE_URL: "http://127.0.0.1:1",
    ...more,
  };
  return spawnProcess({ args: [join(root, MAIN[name])], env, cwd: root, url: urls[name] });
}
