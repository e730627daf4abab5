import { ITSELF } from "#lib/server/audit/actor.ts";
import { CotejoError } from "#lib/server/base/errors.ts";
import type { Client } from "#lib/server/db/database.ts";
import { findMarkKey, markedBy } from "#lib/server/inbox/erasure-marks.ts";
import { type MasterKeys, sealSecret } from "#lib/server/vault/vault.ts";
import { eraseIn, TABLES_OF_VERIFICATION } from "./erase.ts";
import { type ErasureLog, nameOfKey } from "./erasure-log-lines.ts";

/** Lines this long before the backup count too: they may have been written shortly after their erasure. */
const MARGIN_MS = 3_600_000;

const EVERY_ID = ["inbox", ...TABLES_OF_VERIFICATION]
  .map((table) => `SELECT verification_id FROM ${table}`)
  .join(" UNION ");

const REASON = "Erased before the installation was restored from a backup.";

type Lines = [mark: string, line: { kind: "erased" | "lifted"; at: string; key: string }][];

/** The last line of each id that a backup of that time may not know. */
const linesSince = (log: ErasureLog, takenAt: string): Lines =>
  [...log.newest].filter(([, { at }]) => Date.parse(at) >= Date.parse(takenAt) - MARGIN_MS);

/** Whether every relevant line can be compared: its key is encrypted under an available master secret. */
export const canApply = (log: ErasureLog, takenAt: string): boolean =>
  linesSince(log, takenAt).every(([, { key }]) => log.keys.has(key));

/**
 * Repeats erasures and liftings from after a backup in the data restored from it. Marks under another key than the
 * database's, as after a restore without a log, are matched by their ids alone.
 */
export async function applyErasureLog(
  client: Client,
  log: ErasureLog,
  takenAt: string,
  masters: MasterKeys,
): Promise<{ erased: number; lifted: number }> {
  const lines = linesSince(log, takenAt);
  if (lines.length === 0) return { erased: 0, lifted: 0 };
  const own = await adoptKey(client, log, lines, masters);
  const ids = await idsByMark(client, log);
  let [erased, lifted] = [0, 0];
  for (const [mark, { kind, key }] of lines) {
    const verification_id = ids.get(mark);
    if (kind === "erased" && verification_id !== undefined) {
      if (await eraseAgain(client, verification_id)) erased += 1;
    } else if (key !== own) {
      // The database has no ids to compare with it.
    } else if (kind === "erased") {
      await keepOut(client, mark);
    } else {
      const gone = await client.query("DELETE FROM erased_verifications WHERE id_hash = decode($1, 'hex')", [mark]);
      lifted += gone.rowCount ?? 0;
    }
  }
  return { erased, lifted };
}

/** The name of the database's key for marks; without one it adopts the last line's. */
async function adoptKey(client: Client, log: ErasureLog, lines: Lines, masters: MasterKeys): Promise<string> {
  const known = await findMarkKey(client);
  if (known) return nameOfKey(known);
  const name = lines.at(-1)?.[1].key ?? "";
  const key = log.keys.get(name);
  if (!key) throw new Error("the log was not checked before it is applied");
  await sealSecret(client, { kind: "erasure_key", owner: "erasure", value: key.toString("base64") }, masters);
  return name;
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

/** Received after the backup: nothing of it is here, and later facts are refused. */
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
