import { EnvError, env } from "#lib/server/env.ts";
import { createLog } from "#lib/server/log.ts";
import { openSecret } from "#lib/server/vault/vault.ts";
import { createReceiverLoader } from "./load-receivers.ts";
import { startReceiver } from "./receiver.ts";
import { openReceiverDatabase } from "./receiver-database.ts";

async function main(): Promise<void> {
  const { DATABASE_URL: databaseUrl, HOST: host, RECEIVER_PORT: port } = env();
  if (!databaseUrl) throw new EnvError("DATABASE_URL: required by the receiver");
  const log = createLog("receiver");
  const onTrouble = (what: string, error: unknown) =>
    log.warn({ reason: error instanceof Error ? error.message : "unknown" }, what);
  const database = openReceiverDatabase(databaseUrl);
  const loadReceivers = createReceiverLoader(database, openSecret, (error) => onTrouble("secret not opened", error));
  const receiver = await startReceiver({ database, loadReceivers, host, port, onTrouble });
  log.info({ port: receiver.port }, "receiver ready");
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => {
      void receiver
        .stop()
        .then(() => database.close())
        .finally(() => process.exit(0));
    });
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof EnvError ? error.message : `receiver: ${error instanceof Error ? error.message : "failed"}`}\n`);
  process.exit(1);
});
