import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type Installed, type RealProcess, startProcess } from "#test/real-processes.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const READY_MS = 60_000;

type Running = { kill(signal: NodeJS.Signals): void; exited: Promise<unknown> };
type Name = "receiver" | "worker" | "dashboard" | "consumer";

/** A process that restarts after each kill. */
type Killable = { kill(): Promise<void>; end(): Promise<void> };

/** Starts a process, and waits until it answers at `url`; without an address for nothing. */
async function keepAlive(start: () => Running, url: string | null): Promise<Killable> {
  let running = start();
  await answering(url);
  const end = async () => {
    running.kill("SIGKILL");
    await running.exited;
  };
  return {
    end,
    async kill() {
      await end();
      running = start();
      await answering(url);
    },
  };
}

/** Any status will do: the consumer refuses GET. */
async function answering(url: string | null): Promise<void> {
  const deadline = Date.now() + READY_MS;
  while (url !== null && !(await fetch(url).catch(() => null))) {
    if (Date.now() > deadline) throw new Error(`${url} does not answer`);
    await delay(25);
  }
}

type Consumer = { port: number; secret: string; token: string; folder: string };

/** Every process of a loop, as the launcher starts it, and the example consumer. */
export async function startAll(
  installed: Installed,
  port: number,
  consumer: Consumer,
): Promise<Record<Name, Killable>> {
  const origin = `http://localhost:${port}`;
  const more = { PORT: String(port), APP_ORIGIN: origin, CHANNELS_ALLOW_PRIVATE: "true" };
  const real = (name: "receiver" | "worker" | "dashboard") => (): RealProcess =>
    startProcess(name, installed, { more });
  return {
    receiver: await keepAlive(real("receiver"), `http://127.0.0.1:${installed.receiverPort}/health/ready`),
    worker: await keepAlive(real("worker"), null),
    dashboard: await keepAlive(real("dashboard"), `${origin}/api/health/live`),
    consumer: await keepAlive(() => spawnConsumer(origin, consumer), `http://127.0.0.1:${consumer.port}/`),
  };
}

function spawnConsumer(origin: string, { port, secret, token, folder }: Consumer): Running {
  const child: ChildProcess = spawn(process.execPath, [join(ROOT, "docs", "receivers", "decisions.mjs")], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      ...{ PORT: String(port), DECISIONS_DIR: folder, AGAIN_SECONDS: "1" },
      ...{ CHANNEL_SECRET: secret, COTEJO_ORIGIN: origin, COTEJO_TOKEN: token },
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  return { kill: (signal) => void child.kill(signal), exited: once(child, "exit") };
}
