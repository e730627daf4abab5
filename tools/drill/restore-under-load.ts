import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { drainInbox } from "#lib/core/server/inbox/drain.ts";
import { type Delivery, storeDeliveries } from "#lib/core/server/inbox/store-deliveries.ts";
import { masterKey, setMasterKeys } from "#lib/core/server/vault/vault.ts";
import { getVerification } from "#lib/core/server/verifications/get.ts";
import type { Manifest } from "#lib/edge/server/backup/archive.ts";
import { writeBackup } from "#lib/edge/server/backup/backup.ts";
import { restoreBackup } from "#lib/edge/server/backup/restore.ts";
import { SCHEMAS } from "#lib/edge/server/backup/schemas.ts";
import { VERSION } from "#lib/platform/server/base/version.ts";
import { type Database, inTransaction, openDatabase } from "#lib/platform/server/db/database.ts";
import { checkEvidence } from "#lib/records/server/evidence/check.ts";
import { sealEvidence } from "#lib/records/server/evidence/seal.ts";
import { eraseVerification } from "#lib/records/server/privacy/erase.ts";
import { ownFolder, startServer } from "#tools/bench/database.ts";
import { createDatabase } from "#tools/test/postgres-server.ts";
import { dumpProjections } from "#tools/test/projections.ts";
import { Deliveries } from "./deliveries.ts";
import { installRelease, ROOT, type Sources } from "./releases.ts";
import { untilApplied } from "./upgrade-under-load.ts";
import { Version } from "./version.ts";

export type RestoreOptions = {
  sources: Sources;
  /** Creates an empty database and returns its address. */
  emptyDatabase(): Promise<string>;
  /** The folder of backups and of the erasure log; BACKUP_DIR of this process. */
  folder: string;
  perSecond: number;
  /** The number of acknowledged deliveries before the backup and again after it; at least one arrives while it is written. */
  perStep: number;
  say(line: string): void;
};

/** An installation is backed up, lost and restored while deliveries go on. */
export async function drillRestore(stack: AsyncDisposableStack): Promise<string[]> {
  const folder = ownFolder(stack);
  process.env.BACKUP_DIR = join(folder, "backups");
  mkdirSync(process.env.BACKUP_DIR);
  const adminUrl = await startServer(folder, stack);
  return restoreUnderLoad(
    {
      sources: { version: VERSION, root: ROOT },
      emptyDatabase: () => createDatabase(adminUrl),
      folder: process.env.BACKUP_DIR,
      perSecond: 100,
      perStep: 1_000,
      say: (line) => console.log(line),
    },
    stack,
  );
}

/** Tables that a restore itself changes; all others are unchanged, row by row and in the same order. */
const RESTORED_DIFFERENTLY = new Set([
  "audit_log",
  "backups",
  "connection_checks",
  // The log of evidence begins again, with the head of the backup.
  "evidence_events",
  "evidence_leaves",
  "evidence_nodes",
  "evidence_progress",
  "evidence_salts",
  "evidence_state",
  "heartbeats",
  "instances",
  "outages",
  "refresh_requests",
  "restores",
  "service_budget",
  "sessions",
]);

const NOBODY = { user: null, address: null, user_agent: null };

/**
 * Backs an installation up under deliveries, loses all later data, restores it, lets the service resend missing deliveries,
 * and repeats it: the restored installation is backed up and restored. Returns the problems, a line each.
 */
export async function restoreUnderLoad(options: RestoreOptions, stack: AsyncDisposableStack): Promise<string[]> {
  const { sources, folder, perStep, say } = options;
  const originalUrl = await options.emptyDatabase();
  const installed = await installRelease(sources, originalUrl);
  const masters = [masterKey(installed.masterSecret)];
  setMasterKeys(masters);
  const open = (url: string) => {
    const database = openDatabase(url, { name: "drill", withoutTimeLimits: true });
    stack.defer(() => database.close());
    return database;
  };
  const original = open(originalUrl);
  const version = await Version.on(sources, installed, stack);
  await Promise.all([version.start("receiver"), version.start("worker")]);
  const deliveries = new Deliveries(installed, { port: version.receiverPort, perSecond: options.perSecond }, stack);

  await deliveries.progress(perStep);
  const acknowledged = new Set(deliveries.acknowledged);
  const first = join(folder, "first.zip");
  const backup = { schemas: SCHEMAS, scheduled: false };
  const [{ manifest, rows }] = await Promise.all([
    writeBackup({ ...backup, databaseUrl: originalUrl, file: first }),
    deliveries.progress(1),
  ]);
  say(`backup: ${rows} rows, with ${acknowledged.size} deliveries that were acknowledged before it`);
  await deliveries.progress(perStep);
  await deliveries.stop();
  await untilApplied(original);
  await Promise.all([version.stop("receiver"), version.stop("worker")]);
  const erased = await eraseSome(original);
  say(`lost: what came after it, ${deliveries.acknowledged.size} deliveries in all; ${erased} files were erased since`);

  const problems: string[] = [];
  const restore = async (file: string, logFolder: string) => {
    const databaseUrl = await options.emptyDatabase();
    const restored = await restoreBackup({ file, databaseUrl, schemas: SCHEMAS, masters, logFolder });
    return { databaseUrl, restored, database: open(databaseUrl) };
  };
  // Without the log nothing is erased again, so that every row can be compared.
  const empty = join(folder, "without-log");
  mkdirSync(empty);
  const exact = await restore(first, empty);
  const second = join(folder, "second.zip");
  const again = await writeBackup({ ...backup, databaseUrl: exact.databaseUrl, file: second });
  problems.push(...differingTables(manifest, again.manifest));
  problems.push(...(await missingDeliveries(exact.database, acknowledged)));
  say(`restored: ${exact.restored.rows} rows`);

  const copy = await restore(first, folder);
  problems.push(...(await differingEvidence(copy.database)));
  if (copy.restored.erased + (await countErased(copy.database)) < erased) problems.push("a file was not erased again");
  const sent = await sendAgain(original, copy.database);
  await drainInbox(copy.database);
  say(`sent again: ${sent} deliveries; erased again: ${copy.restored.erased} files`);
  if ((await dumpProjections(original.pool)) !== (await dumpProjections(copy.database.pool))) {
    problems.push("the projections of the restored installation differ from those of the original");
  }
  problems.push(...(await differingFiles(original, copy.database)));

  const third = join(folder, "third.zip");
  const { manifest: before } = await writeBackup({ ...backup, databaseUrl: copy.databaseUrl, file: third });
  const back = await restore(third, folder);
  const fourth = join(folder, "fourth.zip");
  const { manifest: after } = await writeBackup({ ...backup, databaseUrl: back.databaseUrl, file: fourth });
  problems.push(...differingTables(before, after), ...(await differingFiles(copy.database, back.database)));
  say(`the way back: ${back.restored.rows} rows`);
  return problems;
}

/** Erases two files; the backup may contain none, one or both of them. */
async function eraseSome(database: Database): Promise<number> {
  const { rows } = await database.pool.query<{ verification_id: string }>(
    `(SELECT verification_id FROM verification_summaries ORDER BY created_at LIMIT 1)
     UNION (SELECT verification_id FROM verification_summaries ORDER BY created_at DESC LIMIT 1)`,
  );
  for (const { verification_id } of rows) await eraseVerification({ verification_id }, NOBODY, database);
  return rows.length;
}

async function countErased({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ count: number }>("SELECT count(*)::int AS count FROM erased_verifications");
  return rows[0]?.count ?? 0;
}

/** A restore writes the rows in the order of the backup, so each table gives back the same text. */
function differingTables(before: Manifest, after: Manifest): string[] {
  return before.tables
    .filter(({ name }) => !RESTORED_DIFFERENTLY.has(name))
    .filter(({ schema, name, sha256 }) => {
      const other = after.tables.find((table) => table.schema === schema && table.name === name);
      return other?.sha256 !== sha256;
    })
    .map(({ name }) => `the table ${name} differs after the restore`);
}

async function missingDeliveries({ pool }: Database, acknowledged: ReadonlySet<string>): Promise<string[]> {
  const { rows } = await pool.query<{ signature: string | null }>("SELECT signature FROM inbox");
  const stored = new Set(rows.map(({ signature }) => signature));
  const missing = [...acknowledged].filter((signature) => !stored.has(signature)).length;
  return missing > 0 ? [`${missing} deliveries that were acknowledged before the backup are not in it`] : [];
}

const STORED = `
  SELECT signature, receiver_id, signed_at, body, late, event_name, verification_id, NULL AS unrecognized
  FROM inbox WHERE kind = 'delivery' AND signature IS NOT NULL`;

/** Sends all deliveries again as the service would, with the same bytes and signatures, even those that are stored. */
async function sendAgain(from: Database, to: Database): Promise<number> {
  const { rows } = await from.pool.query<Delivery>(STORED);
  const results = await storeDeliveries(to.pool, rows);
  return results.filter(({ stored }) => stored).length;
}

/** The log that a restore begins seals every restored entry, and names a sealed delivery that is deleted without a cause. */
async function differingEvidence(database: Database): Promise<string[]> {
  while ((await sealEvidence(database)) > 0);
  const { findings } = await checkEvidence(database);
  const problems = findings.map(({ what, name, because }) => `evidence: ${what} ${name}: ${because}`);
  return inTransaction(database.pool, async (tx) => {
    await tx.query("SAVEPOINT whole; DELETE FROM inbox WHERE id = (SELECT max(id) FROM inbox WHERE kind = 'delivery')");
    const { rows } = await tx.query<{ cause: string }>("SELECT cause FROM evidence_events ORDER BY id DESC LIMIT 1");
    await tx.query("ROLLBACK TO whole");
    return rows[0]?.cause === "none" ? problems : [...problems, "a deletion without a cause left no such event"];
  });
}

/** The API's answer about every file, without parts that depend on outages and on times of reads. */
async function differingFiles(one: Database, other: Database): Promise<string[]> {
  const { rows } = await one.pool.query<{ verification_id: string }>(
    "SELECT verification_id FROM verification_summaries ORDER BY verification_id",
  );
  if (rows.length === 0) return ["there are no files to compare"];
  const answer = async (database: Database, id: string) => {
    const detail = await getVerification(id, database);
    return JSON.stringify({ ...detail, freshness: null, possibly_incomplete: null });
  };
  const differing: string[] = [];
  for (const { verification_id: id } of rows) {
    if ((await answer(one, id)) !== (await answer(other, id))) differing.push(id);
  }
  return differing.length > 0 ? [`the API answers otherwise of ${differing.length} of ${rows.length} files`] : [];
}
