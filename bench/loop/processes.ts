import { join } from "node:path";
import { type Installed, type RealProcess, spawnProcess, startProcess } from "#test/real-processes.ts";

const ROOT = join(import.meta.dirname, "..", "..");

/** A process that restarts after each kill. */
type Killable = { kill(): Promise<void>; end(): Promise<void> };
type ProcessName = "receiver" | "worker" | "dashboard" | "consumer";

async function keepAlive(start: () => RealProcess): Promise<Killable> {
  let running = start();
  await running.ready();
  const end = async () => void (await running.end("SIGKILL"));
  return {
    end,
    async kill() {
      await end();
      running = start();
      await running.ready();
    },
  };
}

type Consumer = { port: number; secret: string; token: string; folder: string };

/** Starts every process of a loop as the launcher does, and the example consumer. */
export async function startAll(
  installed: Installed,
  port: number,
  consumer: Consumer,
): Promise<Record<ProcessName, Killable>> {
  const origin = `http://localhost:${port}`;
  const more = { PORT: String(port), APP_ORIGIN: origin, CHANNELS_ALLOW_PRIVATE: "true" };
  const real = (name: "receiver" | "worker" | "dashboard") => keepAlive(() => startProcess(name, installed, { more }));
  return {
    receiver: await real("receiver"),
    worker: await real("worker"),
    dashboard: await real("dashboard"),
    consumer: await keepAlive(() => spawnConsumer(origin, consumer)),
  };
}

/** The handler refuses GET; any status shows that the process answers. */
const spawnConsumer = (origin: string, { port, secret, token, folder }: Consumer): RealProcess =>
  spawnProcess({
    args: [join(ROOT, "docs", "receivers", "decisions.mjs")],
    env: {
      ...{ PORT: String(port), DECISIONS_DIR: folder, AGAIN_SECONDS: "1" },
      ...{ CHANNEL_SECRET: secret, COTEJO_ORIGIN: origin, COTEJO_TOKEN: token },
    },
    url: `http://127.0.0.1:${port}/`,
    whateverStatus: true,
  });
