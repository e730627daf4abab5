import type { ApiKey } from "#lib/contract/keys/api-key.ts";
import { invalid } from "#lib/server/errors.ts";
import { deleteIfThere } from "#lib/server/rotation/orphans.ts";
import { findLeftovers } from "#lib/server/rotation/outcomes.ts";
import { closeAttempt, type Row } from "./record.ts";
import type { Work } from "./work.ts";

/**
 * Deletes what the attempt of unknown outcome has left, if any. False where only an admin can tell which key that is:
 * `named` is the one that they said, null that it is none of those that were put to them.
 */
export async function clearLeftovers(
  { pool, service }: Work,
  { attempt }: Pick<Row, "attempt">,
  keys: readonly ApiKey[],
  named?: string | null,
): Promise<boolean> {
  if (!attempt) return true;
  const leftovers = findLeftovers(keys, attempt);
  if (leftovers.found === "unclear") {
    if (named === undefined) {
      await pool.query("UPDATE rotation_attempts SET unclear = $2 WHERE label = $1", [attempt.label, leftovers.ids]);
      return false;
    }
    if (named !== null && !leftovers.ids.includes(named)) throw invalid("Invalid orphan_id.");
  }
  const orphan = leftovers.found === "orphan" ? leftovers.id : leftovers.found === "unclear" ? named : null;
  if (orphan) await deleteIfThere(service, orphan);
  await closeAttempt(pool, attempt.label, "abandoned");
  return true;
}
