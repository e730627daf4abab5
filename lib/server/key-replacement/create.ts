import type { ApiKey } from "#lib/contract/keys/api-key.ts";
import type { CreatedKey, KeyReplacement } from "#lib/contract/keys/keys.ts";
import { createOnce } from "#lib/server/provisioning/create-once.ts";
import { apiKeys } from "#lib/server/provisioning/resource.ts";
import { revealOnce } from "#lib/server/secrets/create-api-key.ts";
import { ServiceError } from "#lib/server/service/service-error.ts";
import { labelAfter } from "./label.ts";
import { noteAsked, noteCreated, noteProblem, type Row } from "./record.ts";
import type { Work } from "./work.ts";

/** The replacement, and the new key the one time that it is there: null where it is not known whether it was created. */
export type Replaced = { replacement: KeyReplacement; created: CreatedKey | null };

/**
 * Creates the new key, with the service's list as it is now. Null where the outcome stays unknown, or an admin has to say
 * first what an earlier attempt left: the replacement stays open. Throws ServiceError where none was created.
 */
export async function createNewKey(
  row: Pick<Row, "id" | "old_name">,
  listed: readonly ApiKey[],
  session_hash: string,
  { pool, service }: Work,
): Promise<CreatedKey | null> {
  const name = labelAfter(row.old_name);
  try {
    const made = await createOnce({ pool }, apiKeys(service), {
      flow_id: row.id,
      asked: { name },
      listed,
      begin: (client) => noteAsked(client, row.id, name),
      keep: (client, { entry }) => noteCreated(client, row.id, entry.api_key_id),
    });
    return made && (await revealOnce({ key: made.entry, api_key: made.secret, name, session_hash }, { pool }));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    await noteProblem(pool, row.id, error.code);
    if (error.code === "OUTCOME_UNKNOWN") return null;
    throw error;
  }
}
