import { ITSELF } from "#lib/server/audit/actor.ts";
import { CotejoError } from "#lib/server/base/errors.ts";
import type { Client } from "#lib/server/db/database.ts";
import { findMarkKey, markedBy } from "#lib/server/inbox/erasure-marks.ts";
import { type MasterKeys, sealSecret } from "#lib/server/vault/vault.ts";
import { eraseIn, TABLES_OF_VERIFICATION } from "./erase.ts";
import type { ErasureLog } from "./erasure-log.ts";

/** Lines from so long before the backup count too: they may have been written a moment after what they are about. */
const MARGIN_MS = 3_600_000;

const EVERY_ID = ["inbox", ...TABLES_OF_VERIFICATION]
  .map((table) => `SELECT verification_id FROM ${table}`)
  .join(" UNION ");

const REASON = "Erased before the installation was restored from a backup.";

/** What was erased or lifted after a backup was taken, once more in the data that was restored from it. */
export async function applyErasureLog(
  client: Client,
  log: ErasureLog,
  takenAt: string,
  masters: MasterKeys,
): Promise<{ erased: number; lifted: number }> {
  const since = Date.parse(takenAt) - MARGIN_MS;
  const lines = [...log.newest].filter(([, { at }]) => Date.parse(at) >= since);
  if (lines.length === 0) return { erased: 0, lifted: 0 };
  await adoptKey(client, log, masters);
  const ids = await idsByMark(client, log);
  let [erased, lifted] = [0, 0];
  for (const [mark, { kind }] of lines) {
    if (kind === "lifted") {
      const gone = await client.query("DELETE FROM erased_verifications WHERE id_hash = decode($1, 'hex')", [mark]);
      lifted += gone.rowCount ?? 0;
      continue;
    }
    const verification_id = ids.get(mark);
    if (verification_id === undefined) await keepOut(client, mark);
    else if (await eraseAgain(client, verification_id)) erased += 1;
  }
  return { erased, lifted };
}

/** Marks of the log can be compared only with those that are made by the same key. */
async function adoptKey(client: Client, log: ErasureLog, masters: MasterKeys): Promise<void> {
  if (await findMarkKey(client)) return;
  const [key] = [...log.keys.values()].slice(-1);
  if (!key) return;
  await sealSecret(client, { kind: "erasure_key", owner: "erasure", value: key.toString("base64") }, masters);
}

async function idsByMark(client: Client, log: ErasureLog): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  const marks = [...log.keys.values()].map(markedBy);
  const { rows } = await client.query<{ verification_id: string | null }>(EVERY_ID);
  for (const { verification_id } of rows) {
    if (verification_id === null) continue;
    for (const markOf of marks) {
      const mark = markOf(verification_id).toString("hex");
      if (log.newest.has(mark)) ids.set(mark, verification_id);
    }
  }
  return ids;
}

/** It came in after the backup: nothing of it is here, and nothing about it is taken in. */
const keepOut = (client: Client, mark: string) =>
  client.query("INSERT INTO erased_verifications (id_hash) VALUES (decode($1, 'hex')) ON CONFLICT DO NOTHING", [mark]);

async function eraseAgain(client: Client, verification_id: string): Promise<boolean> {
  try {
    await eraseIn(client, { verification_id, reason: REASON }, ITSELF);
    return true;
  } catch (error) {
    // Thrown before anything fails in the transaction: it was erased in the backup already.
    if (error instanceof CotejoError && (error.code === "ERASED" || error.code === "NOT_FOUND")) return false;
    throw error;
  }
}
