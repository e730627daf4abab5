import { type ErasureLog, type Marked, nameOfKey } from "#lib/core/server/erasure-log/erasure-log-lines.ts";
import { findMarkKey, markedBy } from "#lib/core/server/inbox/erasure-marks.ts";
import { type MasterKeys, sealSecret } from "#lib/core/server/vault/vault.ts";
import { SYSTEM_ACTOR } from "#lib/platform/server/audit/actor.ts";
import { CotejoError } from "#lib/platform/server/base/errors.ts";
import type { Client } from "#lib/platform/server/db/database.ts";
import { TABLES } from "#lib/tables.ts";
import { blockIn } from "./blocking/block.ts";
import { eraseIn } from "./erase.ts";
import { eraseMark } from "./erase-ended.ts";

/** Lines up to this long before the backup count too: a line may be written shortly after its erasure. */
const MARGIN_MS = 3_600_000;

const EVERY_ID = ["inbox", ...TABLES.keys()].map((table) => `SELECT verification_id FROM ${table}`).join(" UNION ");

const REASON = "Erased before the installation was restored from a backup.";

const BLOCK_REASON = "Blocked before the installation was restored from a backup.";

type MarkedLines = [mark: string, line: Marked][];

/** The last line of each id, if a backup of that time may lack it. */
const linesSince = (log: ErasureLog, takenAt: string): MarkedLines =>
  [...log.newest].filter(([, { at }]) => Date.parse(at) >= Date.parse(takenAt) - MARGIN_MS);

/** Whether every relevant line can be compared: its key is encrypted under an available master secret. */
export const canApply = (log: ErasureLog, takenAt: string): boolean =>
  linesSince(log, takenAt).every(([, { key }]) => log.keys.has(key));

/**
 * Repeats the erasures, liftings and blockings since a backup in the data restored from it. Marks under another key
 * than the database's, as after a restore without a log, are matched by their ids alone.
 */
export async function applyErasureLog(
  client: Client,
  log: ErasureLog,
  takenAt: string,
  masters: MasterKeys,
): Promise<Applied> {
  const lines = linesSince(log, takenAt);
  const applied: Applied = { erased: 0, lifted: 0, blocked: 0 };
  if (lines.length === 0) return applied;
  const own = await adoptKey(client, log, lines, masters);
  const ids = await idsByMark(client, log);
  for (const [mark, line] of lines) {
    const verification_id = ids.get(mark);
    if (line.kind !== "lifted" && verification_id !== undefined) {
      if (await unlessDone(repeat(client, verification_id, line))) applied[line.kind] += 1;
    } else if (line.key !== own) {
      // An id is needed to replace a mark under another key.
    } else if (line.kind === "erased") {
      // The file came after the backup: no row of it is here, and later facts are refused.
      await eraseMark(client, Buffer.from(mark, "hex"));
    } else {
      const gone = await client.query("DELETE FROM erased_verifications WHERE id_hash = decode($1, 'hex')", [mark]);
      if (line.kind === "lifted") applied.lifted += gone.rowCount ?? 0;
      else await client.query(KEEP_BLOCKED, [mark, line.at, line.until ?? "infinity"]);
    }
  }
  return applied;
}

/** The numbers of verifications erased and blocked again, and of liftings repeated. */
export type Applied = { erased: number; lifted: number; blocked: number };

/** The name of the database's key for marks; without a key it adopts the key of the last line. */
async function adoptKey(client: Client, log: ErasureLog, lines: MarkedLines, masters: MasterKeys): Promise<string> {
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

/** A blocked file that came after the backup: later deliveries are stored and not applied. */
const KEEP_BLOCKED = `
  INSERT INTO blocked_verifications (id_hash, blocked_at, not_before) VALUES (decode($1, 'hex'), $2, $3)
  ON CONFLICT DO NOTHING`;

function repeat(client: Client, verification_id: string, line: Exclude<Marked, { kind: "lifted" }>): Promise<unknown> {
  if (line.kind === "erased")
    return eraseIn(client, { verification_id, reason: REASON, cause: "restored" }, SYSTEM_ACTOR);
  // Decisions and holds from after the backup are lost: the end that the line states counts too.
  const restored = { at: line.at, not_before: line.until ?? "infinity" };
  return blockIn(client, { verification_id, reason: BLOCK_REASON, restored }, SYSTEM_ACTOR);
}

/** False if the backup has the file as erased or blocked already; that error is thrown before any statement fails. */
const unlessDone = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    (error: unknown) => {
      if (error instanceof CotejoError && ["ERASED", "NOT_FOUND", "BLOCKED"].includes(error.code)) return false;
      throw error;
    },
  );
