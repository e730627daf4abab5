import { isSameAddress } from "#lib/core/server/provisioning/resource.ts";
import { serviceClient } from "#lib/core/server/service-calls/client.ts";
import { isKeyRefused } from "#lib/core/server/service-calls/take-call.ts";
import { SYSTEM_ACTOR } from "#lib/platform/server/audit/actor.ts";
import { writeAudit } from "#lib/platform/server/audit/write.ts";
import type { PeriodicTask } from "#lib/platform/server/base/periodic-task.ts";
import { database, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import { ensureReceiver, type Service } from "./ensure.ts";
import { addressOf, leadsTo, OWN_WEBHOOK, type OwnWebhook } from "./own-webhook.ts";

const UNCHECKED = "SELECT FROM restores WHERE webhook_checked_at IS NULL";
const CHECKED = "UPDATE restores SET webhook_checked_at = now() WHERE webhook_checked_at IS NULL";

/**
 * Repairs the own webhook once after a restore, as soon as the service accepts the key: it may have been replaced since
 * the backup. If a webhook of this receiver delivers to another address, this may be a copy of a running dashboard,
 * which must not take its deliveries: an admin decides. Throws ServiceError.
 */
export async function repairAfterRestore(
  connection: Pooled = database(),
  service: Service = serviceClient(connection),
): Promise<"nothing" | "created" | "repaired"> {
  const { pool } = connection;
  if ((await pool.query(UNCHECKED)).rowCount === 0 || (await isKeyRefused(connection))) return "nothing";
  const own = (await pool.query<OwnWebhook>(OWN_WEBHOOK)).rows[0];
  const did = own ? await repair(connection, service, own) : "nothing";
  await inTransaction(pool, async (tx) => {
    await tx.query(CHECKED);
    if (did === "nothing") return;
    await writeAudit(tx, {
      action: "receiver.connected",
      ids: { receiver_id: own?.id },
      actor: SYSTEM_ACTOR,
      after: { did },
    });
  });
  return did;
}

async function repair(connection: Pooled, service: Service, { id }: OwnWebhook) {
  const listed = await service.listWebhooks();
  const elsewhere = listed.some(({ url }) => url !== null && leadsTo(id, url) && !isSameAddress(url, addressOf(id)));
  return elsewhere ? "nothing" : (await ensureReceiver(connection, service)).did;
}

export const restoreTasks = (connection: Pooled = database()): PeriodicTask[] => [
  {
    name: "own webhook after a restore",
    everyMs: 15_000,
    due: `SELECT '-infinity'::timestamptz WHERE EXISTS (${UNCHECKED})`,
    run: () => repairAfterRestore(connection),
  },
];
