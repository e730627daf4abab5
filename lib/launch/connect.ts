import { createLog } from "#lib/server/base/log.ts";
import { ensureReceiver } from "#lib/server/receiver-connection/ensure.ts";

/**
 * Creates or repairs the dashboard's own webhook at the service, and ends. It is a process of its own, since it needs
 * the environment that the launcher has made for the other processes.
 */
const log = createLog("launcher");
try {
  const { state } = await ensureReceiver();
  log.info({ state }, "own webhook");
  process.exit(0);
} catch (error) {
  log.error({ fault: error instanceof Error ? error.message : String(error) }, "own webhook could not be ensured");
  process.exit(1);
}
