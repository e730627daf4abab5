import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import pg from "pg";
import { masterKey, sealSecret } from "#lib/server/vault/vault.ts";
import { freePort } from "./free-ports.ts";

const ROOT = join(import.meta.dirname, "..");

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
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const input = { kind: "webhook_secret", owner: installed.receiverId, value: installed.webhookSecret } as const;
    const secretId = await sealSecret(client, input, [masterKey(installed.masterSecret)]);
    await client.query("INSERT INTO receivers (id, state, url) VALUES ($1, 'connected', 'http://127.0.0.1/')", [
      installed.receiverId,
    ]);
    await client.query(
      "INSERT INTO receiver_secrets (id, receiver_id, role, secret_id) VALUES ($1, $2, 'current', $3)",
      [randomUUID(), installed.receiverId, secretId],
    );
  } finally {
    await client.end();
  }
  return installed;
}

/** A process as the launcher starts it, with the environment that it needs and nothing else. */
export type RealProcess = {
  pid: number;
  exited: Promise<unknown>;
  /** Resolves when the process reports that it is at work, as the worker does. */
  ready: Promise<unknown>;
  kill(signal: NodeJS.Signals): void;
};

/** `root` has the sources of the version that is to run. */
export function startProcess(
  name: "receiver" | "worker" | "dashboard",
  installed: Installed,
  { root = ROOT, more = {} }: { root?: string; more?: Record<string, string> } = {},
): RealProcess {
  const environment: Record<string, string | undefined> = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    NODE_ENV: "production",
    LOG_LEVEL: "silent",
    DATABASE_URL: installed.databaseUrl,
    COTEJO_SECRET: installed.masterSecret,
    RECEIVER_PORT: String(installed.receiverPort),
    SVC_BASE_URL: "http://127.0.0.1:1",
    ...more,
  };
  const child: ChildProcess = spawn(process.execPath, [join(root, "lib", name, "main.ts")], {
    cwd: root,
    env: environment as NodeJS.ProcessEnv,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  return {
    pid: child.pid ?? 0,
    exited: once(child, "exit"),
    ready: new Promise((resolve) => child.once("message", resolve)),
    kill: (signal) => void child.kill(signal),
  };
}

const READY_MS = 60_000;

/** Resolves when the receiver reports that it is ready; rejects after a time that only a fault exceeds. */
export async function receiverReady(installed: Installed): Promise<void> {
  const deadline = Date.now() + READY_MS;
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${installed.receiverPort}/health/ready`).catch(() => undefined);
    if (answer?.ok) return;
    if (Date.now() > deadline) throw new Error("the receiver is not ready");
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
