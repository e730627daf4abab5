import { basename } from "node:path";
import { readErasureLog } from "#lib/core/server/erasure-log/erasure-log-file.ts";
import { noteRestore } from "#lib/core/server/outages/detect.ts";
import { moveFlows } from "#lib/core/server/provisioning/record.ts";
import { setCurrentKey } from "#lib/core/server/vault/dashboard-keys.ts";
import type { MasterKeys } from "#lib/core/server/vault/vault.ts";
import { SYSTEM_ACTOR } from "#lib/platform/server/audit/actor.ts";
import { writeAudit } from "#lib/platform/server/audit/write.ts";
import type { Client } from "#lib/platform/server/db/database.ts";
import { beginEvidenceLog } from "#lib/records/server/evidence/begin-log.ts";
import { type Applied, applyErasureLog, canApply } from "#lib/records/server/privacy/apply-erasure-log.ts";
import { statements } from "#lib/tables.ts";
import { BackupError, type Manifest } from "./archive.ts";

export type AfterRestore = Applied & {
  erasureLog: boolean;
  /** Unreadable lines of the erasure log. */
  unreadable: number;
  apiKey: "unchanged" | "replaced" | "unknown";
  signature: Signature;
};

/** `unsigned` and `foreign` backups, under none of the master secrets, are restored by `--unsigned` alone. */
type Signature = "signed" | "unsigned" | "foreign";

export type RestoredBackup = {
  file: string;
  manifest: Manifest;
  signature: Signature;
  masters: MasterKeys;
  logFolder: string;
};

/** SQL: a rotation that does not use its new key yet. A later rotation continues: it proves the new key and deletes the old. */
const UNSWITCHED = "(state = 'intent' OR ($3 AND state IN ('minted', 'verified')))";

/**
 * Updates restored data with facts from after the backup: erasures and liftings, the newest API key, and an outage for all
 * deliveries received meanwhile. Ends sessions, one-time links and service tokens. Runs within the restore's transaction,
 * so that no page shows data from before this update.
 */
export async function bringUpToDate(
  client: Client,
  { file, manifest, signature, masters, logFolder }: RestoredBackup,
): Promise<AfterRestore> {
  for (const statement of statements("whenRestored")) await client.query(statement);
  const log = await readErasureLog(logFolder, masters);
  if (!canApply(log, manifest.taken_at)) {
    throw new BackupError(
      "COTEJO_SECRET: the erasure log is encrypted under another master secret than the backup: add that one as the second",
    );
  }
  await beginEvidenceLog(client, log.evidenceHead, signature);
  const { erased, lifted, blocked } = await applyErasureLog(client, log, manifest.taken_at, masters);
  const replaced = log.apiKey !== null && (await setCurrentKey(client, log.apiKey, masters));
  const apiKey = log.apiKey === null ? "unknown" : replaced ? "replaced" : "unchanged";
  await moveFlows(client, { kind: "own_key", state: "abandoned" }, UNSWITCHED, [replaced]);
  await noteRestore(client, manifest.taken_at);
  const { found: erasureLog, unreadable } = log;
  const after: AfterRestore = { erasureLog, erased, lifted, blocked, unreadable, apiKey, signature };
  await client.query(
    `INSERT INTO restores (taken_at, version, file, erasure_log, erased, lifted, api_key)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [manifest.taken_at, manifest.version, basename(file), log.found, erased, lifted, apiKey],
  );
  await writeAudit(client, {
    action: "installation.restored",
    ids: {},
    actor: SYSTEM_ACTOR,
    after: { taken_at: manifest.taken_at, ...after },
  });
  return after;
}
