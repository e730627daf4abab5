import type { ApiKey } from "#lib/contract/keys/api-key.ts";
import type { CreatedKey } from "#lib/contract/keys/api-key-list.ts";
import type { KeyReplacement } from "#lib/contract/keys/key-replacement.ts";
import type { KeyReplacementMint } from "#lib/contract/keys/key-replacement-input.ts";
import { deleteIfThere } from "#lib/server/rotation/orphans.ts";
import { judgePost } from "#lib/server/rotation/outcomes.ts";
import { tellOnce } from "#lib/server/secrets/create-api-key.ts";
import { ServiceError } from "#lib/server/service/service-error.ts";
import { labelAfter } from "./label.ts";
import { clearLeftovers } from "./leftovers.ts";
import { getKeyReplacement } from "./list.ts";
import { closeAttempt, findIn, movedOn, noteProblem, openAttempt, type Row, storeNewKey } from "./record.ts";
import { requireReplaceable } from "./replaceable.ts";
import { alone, usualWork, type Work } from "./work.ts";

/** The replacement, and the new key the one time that it is there: null where it is not known whether it was made. */
export type Minted = { replacement: KeyReplacement; created: CreatedKey | null };

type Input = KeyReplacementMint & { id: string; session_hash: string };

/**
 * Makes another new key where the last one's value is lost or its making never came to an end; what that left is deleted
 * first. Throws CONFLICT where it has moved on meanwhile, or somebody is being shown the value.
 */
export const mintReplacement = (input: Input, work: Work = usualWork()): Promise<Minted> =>
  alone(work, async () => {
    const row = await findIn(["intent", "created"], input.id, work);
    const { value } = await getKeyReplacement(row.id, work);
    if (row.new_service_key_id !== input.instead_of || value === "held") throw movedOn();
    return mint(row, await requireReplaceable(row.old_service_key_id, work), input, work);
  });

/** With the service's list as it is now; to be called alone. */
export async function mint(
  row: Row,
  keys: readonly ApiKey[],
  { session_hash, orphan_id }: Pick<Input, "session_hash" | "orphan_id">,
  work: Work,
): Promise<Minted> {
  const { pool, service } = work;
  if (!(await clearLeftovers(work, row, keys, orphan_id))) return told(row, null, work);
  if (row.new_service_key_id) await deleteIfThere(service, row.new_service_key_id);
  const label = labelAfter(row.old_name);
  await openAttempt(work, row, { label, keys_before: keys.map(({ api_key_id }) => api_key_id) });
  try {
    const { key, api_key } = await service.createApiKey(label);
    await storeNewKey(work, row, label, key.api_key_id);
    return told(row, await tellOnce({ key, api_key, name: label, session_hash }, work), work);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const unknown = judgePost(error) === "unknown";
    if (!unknown) await closeAttempt(pool, label, "refused");
    await noteProblem(pool, row.id, unknown ? "OUTCOME_UNKNOWN" : error.code);
    if (unknown) return told(row, null, work);
    throw error;
  }
}

const told = async ({ id }: Row, created: CreatedKey | null, work: Work): Promise<Minted> => ({
  replacement: await getKeyReplacement(id, work),
  created,
});
