import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "#lib/platform/server/base/log.ts";
import { migrate } from "#lib/platform/server/db/migrate.ts";
import { describeError, type Loop } from "./base/loop.ts";
import { startSender } from "./deliveries/sender.ts";
import { createFaults } from "./http/faults.ts";
import { startScheduler } from "./live/scheduler.ts";
import { createSandboxServer } from "./server.ts";
import { MIGRATIONS, openPool } from "./store/database.ts";

export type SandboxOptions = {
  databaseUrl: string;
  /** 0 takes any free port. */
  port: number;
  /** Divides every wait (design, Environment). */
  timeScale: number;
  log: Log;
};

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

const MIGRATION_ATTEMPT_MS = 1_000;
const GRACE_MS = 1_000;

/** Starts the embedded service on 127.0.0.1. Waits for its database until `signal` aborts. */
export async function startSandbox(options: SandboxOptions, signal?: AbortSignal) {
  const { databaseUrl, port, timeScale, log } = options;
  const pool = openPool(databaseUrl, (error) => log.debug({ error: describeError(error) }, "database connection lost"));
  let url = "";
  let sender: Loop | undefined;
  let scheduler: Loop | undefined;
  const wake = () => {
    scheduler?.wake();
    sender?.wake();
  };
  const faults = createFaults();
  const server = createSandboxServer({ pool, timeScale, faults, baseUrl: () => url }, wake, log);
  try {
    await migrateWhenPossible(databaseUrl, log, signal);
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  } catch (error) {
    await pool.end();
    throw error;
  }
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  sender = startSender(pool, timeScale, log);
  scheduler = startScheduler({ pool, timeScale, faults }, log, sender.wake);
  return {
    /** The address, without a trailing slash. */
    url,
    /** Ends within a few seconds; the next start continues all work, since all state is stored. */
    async stop(): Promise<void> {
      const closed = once(server, "close");
      server.close();
      // Running calls may end; calls that hang by a fault never would.
      const cut = setTimeout(() => server.closeAllConnections(), GRACE_MS);
      await Promise.all([scheduler?.stop(), sender?.stop(), closed]);
      clearTimeout(cut);
      await pool.end();
    },
  };
}

async function migrateWhenPossible(databaseUrl: string, log: Log, signal: AbortSignal | undefined): Promise<void> {
  for (;;) {
    try {
      await migrate(databaseUrl, MIGRATIONS);
      return;
    } catch (error) {
      signal?.throwIfAborted();
      if (!isUnreachable(error)) throw error;
      log.warn({ error: describeError(error) }, "waiting for the database");
      await delay(MIGRATION_ATTEMPT_MS);
      signal?.throwIfAborted();
    }
  }
}

/** Network errors, a server that starts or stops (class 57), and a server without free connections (53300). */
function isUnreachable(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /^(ECONN|ENOENT|EPIPE|ETIMEDOUT|57P|53300)/.test(code) || /timeout|terminated/i.test(String(error));
}
