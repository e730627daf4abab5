import { adoptKey } from "#lib/core/server/keys/own-key.ts";
import { ensureReceiver } from "#lib/core/server/receiver-connection/ensure.ts";
import { serviceClient } from "#lib/core/server/service-calls/client.ts";
import { createLog } from "#lib/platform/server/base/log.ts";
import { database } from "#lib/platform/server/db/database.ts";

/**
 * Creates or repairs the dashboard's own webhook at the embedded service, and ends. It is a process of its own, since it
 * needs the environment that the launcher has made for the other processes.
 */
const log = createLog("launcher");
try {
  // After a restore into another DATA_DIR the embedded service has replaced the key. The service has only one account.
  const { outcome } = await adoptKey(serviceClient(), database(), { confirmed: true });
  const { state } = await ensureReceiver();
  log.info({ state, key: outcome }, "own webhook");
  process.exit(0);
} catch (error) {
  log.error({ fault: error instanceof Error ? error.message : String(error) }, "own webhook could not be ensured");
  process.exit(1);
}
