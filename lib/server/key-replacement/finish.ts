import type { KeyReplacement } from "#lib/contract/keys/key-replacement.ts";
import { CotejoError } from "#lib/server/errors.ts";
import { deleteIfThere, deleteOrphans } from "#lib/server/rotation/orphans.ts";
import { forgetReveals } from "#lib/server/secrets/reveals.ts";
import { getKeyReplacement } from "./list.ts";
import { findIn, moveTo, type Row } from "./record.ts";
import { requireNotOurs } from "./replaceable.ts";
import { alone, usualWork, type Work } from "./work.ts";

/**
 * Deletes the old key, once an admin has said that the new one is in place. That the service no longer lists it is the
 * proof; until then this can be called again. Throws ServiceError, and CONFLICT where the new key is gone: deleting the
 * old one too would leave the other system without any.
 */
export const finishReplacement = (id: string, work: Work = usualWork()): Promise<KeyReplacement> =>
  alone(work, async () => {
    const row = await findIn(["switched"], id, work);
    const { pool, service } = work;
    const keys = await service.listApiKeys();
    const isListed = (key: string | null) => keys.some(({ api_key_id }) => api_key_id === key);
    if (!isListed(row.new_service_key_id))
      throw new CotejoError("NOT_FOUND", 404, "The service has no new key any more.");
    await requireNotOurs(row.old_service_key_id, keys, work);
    if (isListed(row.old_service_key_id)) {
      await deleteIfThere(service, row.old_service_key_id);
      await requireGone(row.old_service_key_id, work);
    }
    await deleteOrphans(pool, service, await lostLabels(row, work));
    await forgetReveals(pool, "api_key", row.old_service_key_id);
    await moveTo(pool, id, "done");
    return getKeyReplacement(id, work);
  });

async function requireGone(id: string, { service }: Work): Promise<void> {
  const after = await service.listApiKeys();
  if (!after.some(({ api_key_id }) => api_key_id === id)) return;
  throw new CotejoError("SERVICE_ERROR", 502, "The service still lists the key that was deleted.", { retryable: true });
}

async function lostLabels({ id }: Row, { pool }: Work): Promise<string[]> {
  const { rows } = await pool.query<{ label: string }>(
    "SELECT label FROM rotation_attempts WHERE replacement_id = $1 AND outcome = 'abandoned'",
    [id],
  );
  return rows.map(({ label }) => label);
}
