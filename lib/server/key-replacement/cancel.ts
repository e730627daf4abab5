import type { KeyReplacement } from "#lib/contract/keys/key-replacement.ts";
import { inTransaction } from "#lib/server/db/database.ts";
import { deleteIfThere } from "#lib/server/rotation/orphans.ts";
import { forgetReveals } from "#lib/server/secrets/reveals.ts";
import { clearLeftovers } from "./leftovers.ts";
import { getKeyReplacement } from "./list.ts";
import { findIn, moveTo } from "./record.ts";
import { alone, usualWork, type Work } from "./work.ts";

/**
 * Gives it up before the new key is in place: that one is deleted, with its value where that is still held for somebody,
 * and the old one stays. Throws ServiceError, after which it can be called again, and CONFLICT once the new key is in use.
 */
export const cancelReplacement = (
  { id, orphan_id }: { id: string; orphan_id?: string | null | undefined },
  work: Work = usualWork(),
): Promise<KeyReplacement> =>
  alone(work, async () => {
    const row = await findIn(["intent", "created"], id, work);
    const { pool, service } = work;
    const cleared = row.attempt ? await clearLeftovers(work, row, await service.listApiKeys(), orphan_id) : true;
    if (cleared) {
      const unused = row.new_service_key_id;
      if (unused) await deleteIfThere(service, unused);
      await inTransaction(pool, async (client) => {
        if (unused) await forgetReveals(client, "api_key", unused);
        await moveTo(client, id, "cancelled");
      });
    }
    return getKeyReplacement(id, work);
  });
