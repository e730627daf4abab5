import { EnvError, env } from "#lib/platform/server/base/env.ts";
import { createLog } from "#lib/platform/server/base/log.ts";
import { startSandbox } from "./sandbox.ts";

/** The process ends at the latest after this time. */
const STOP_MS = 4_000;

async function main(): Promise<void> {
  const { DATABASE_URL, SANDBOX_PORT, SANDBOX_TIME_SCALE } = env();
  if (!DATABASE_URL) throw new EnvError("DATABASE_URL: required");
  const log = createLog("sandbox");
  const stopping = new AbortController();
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      process.on(signal, () => {
        stopping.abort();
        setTimeout(() => process.exit(0), STOP_MS).unref();
        resolve();
      });
    }
  });
  const options = { databaseUrl: DATABASE_URL, port: SANDBOX_PORT, timeScale: SANDBOX_TIME_SCALE, log };
  const sandbox = await startSandbox(options, stopping.signal).catch((error) => {
    if (stopping.signal.aborted) return null;
    throw error;
  });
  if (!sandbox) return;
  log.info({ url: sandbox.url }, "sandbox ready");
  await stopped;
  await sandbox.stop();
}

main().then(
  () => process.exit(0),
  (error: Error) => {
    process.stderr.write(`sandbox: ${error.message}\n`);
    process.exit(1);
  },
);
