import type { KeyReplacement } from "#lib/contract/keys/key-replacement.ts";
import { getKeyReplacement } from "./list.ts";
import { findIn, moveTo } from "./record.ts";
import { alone, usualWork, type Work } from "./work.ts";

/** An admin says that the new key is in place there, or that it is not after all. Throws CONFLICT out of turn. */
export const markSwitched = (id: string, switched: boolean, work: Work = usualWork()): Promise<KeyReplacement> =>
  alone(work, async () => {
    await findIn([switched ? "created" : "switched"], id, work);
    await moveTo(work.pool, id, switched ? "switched" : "created");
    return getKeyReplacement(id, work);
  });
