import type { KeyReplacement } from "#lib/contract/key-replacement.ts";
import { deleteIfThere } from "#lib/server/rotation/orphans.ts";
import { clearLeftovers } from "./leftovers.ts";
import { getKeyReplacement } from "./list.ts";
import { findIn, moveTo } from "./record.ts";
import { alone, usualWork, type Work } from "./work.ts";

/**
 * Gives it up before the new key is in place: that one is deleted and the old one stays. Throws ServiceError, after which
 * it can be called again, and CONFLICT once the new key is in use.
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
      if (row.new_service_key_id) await deleteIfThere(service, row.new_service_key_id);
      await moveTo(pool, id, "cancelled");
    }
    return getKeyReplacement(id, work);
  });
