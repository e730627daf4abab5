import { existsSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { masterKeysOf, setMasterKeys } from "#lib/core/server/vault/vault.ts";
import { BackupError } from "#lib/edge/server/backup/archive.ts";
import { writeBackup } from "#lib/edge/server/backup/backup.ts";
import { inspectBackup, type Restored, restoreBackup } from "#lib/edge/server/backup/restore.ts";
import { SCHEMAS } from "#lib/edge/server/backup/schemas.ts";
import type { Launch } from "./context.ts";
import { checkedDatabase, masterSecret, migrateDatabase, schemasOf } from "./supply.ts";
import { LaunchError } from "./system/data-dir.ts";

const UNSIGNED = "--unsigned";

function fileOf({ args, callerFolder }: Launch, command: string): string {
  const [file] = args.filter((arg) => arg !== UNSIGNED);
  if (!file) throw new LaunchError(`name a file: npm run ${command} -- FILE`);
  return resolve(callerFolder, file);
}

/** A file that this user may not see is another fault than a missing one. */
const IF_THERE = { throwIfNoEntry: false };

const asLaunchError = (error: unknown): unknown =>
  error instanceof BackupError ? new LaunchError(error.message) : error;

/** `npm run backup -- FILE`, with or without a running Cotejo. */
export async function launchBackup(launch: Launch): Promise<void> {
  const { env, dataDir, stopping } = launch;
  const file = fileOf(launch, "backup");
  if (!statSync(dirname(file), IF_THERE)) throw new LaunchError(`there is no folder ${dirname(file)}`);
  // In a database of an earlier version the role of the processes has no rights yet.
  const { ownerUrl } = await checkedDatabase(launch);
  const masters = mastersOf(launch);
  const began = performance.now();
  try {
    const backup = await writeBackup({
      databaseUrl: ownerUrl,
      file,
      schemas: SCHEMAS,
      scheduled: false,
      masters,
      signal: stopping,
    });
    const where = env.COTEJO_SECRET ? "in COTEJO_SECRET" : `in ${join(dataDir, "secret")}`;
    launch.say(`${backup.file}: ${backup.rows} rows, ${megabytes(backup.bytes)}, ${seconds(began)}, read back and compared
The master secret is not in it, and without that nothing encrypted in it can be opened. It is ${where}: keep it elsewhere.
${masters[0] ? `The backup is signed under it (named ${masters[0].id}).` : "The backup is not signed, since there is no master secret here: set COTEJO_SECRET."}
`);
  } catch (error) {
    throw asLaunchError(error);
  }
}

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
const seconds = (began: number) => `${((performance.now() - began) / 1000).toFixed(1)} s`;

/** `npm run restore -- FILE`, into an empty installation. */
export async function launchRestore(launch: Launch): Promise<void> {
  const { env, say } = launch;
  const file = fileOf(launch, "restore");
  const unsigned = launch.args.includes(UNSIGNED);
  if (!statSync(file, IF_THERE)) throw new LaunchError(`there is no file ${file}`);
  const began = performance.now();
  try {
    const masters = mastersOf(launch);
    setMasterKeys(masters);
    await inspectBackup(file, { schemas: SCHEMAS, masters, unsigned });
    const roles = await checkedDatabase(launch);
    const logFolder = env.BACKUP_DIR ?? dirname(file);
    const restored = await restoreBackup({
      file,
      databaseUrl: roles.ownerUrl,
      schemas: SCHEMAS,
      masters,
      logFolder,
      unsigned,
    });
    await migrateDatabase(roles, schemasOf(launch));
    say(reportOf(restored, { file, logFolder, took: seconds(began) }));
  } catch (error) {
    throw asLaunchError(error);
  }
}

/** The master secrets of the backup: given ones, since a new secret would not open it, unless nothing in it is encrypted. */
function mastersOf(launch: Launch) {
  const { env, dataDir } = launch;
  const there = env.COTEJO_SECRET || existsSync(join(dataDir, "secret"));
  return there ? masterKeysOf(masterSecret(launch)) : [];
}

function reportOf(restored: Restored, about: { file: string; logFolder: string; took: string }): string {
  const { manifest, rows, erasureLog, erased, lifted, blocked, unreadable, apiKey, signature } = restored;
  const unsigned = { signed: "", unsigned: "It was not signed", foreign: "It was signed under another master secret" };
  const keys = {
    unchanged: "The API key is the newest one.",
    replaced: "The API key was replaced after the backup; the newest one was taken from the erasure log.",
    unknown:
      "Whether the API key was replaced after the backup is not known: if it is refused, an admin enters one on the page API keys.",
  };
  const log = erasureLog
    ? `${erased} erasures made after it were applied again, ${lifted} liftings.${blocked > 0 ? ` ${blocked} files were blocked again.` : ""}${unreadable > 0 ? ` ${unreadable} lines of the log could not be read.` : ""}`
    : `There is no erasure log in ${about.logFolder}: what was erased after the backup is back. Set BACKUP_DIR to the folder that has it, and restore anew, if there is one.`;
  return `restored ${basename(about.file)} (${rows} rows, ${about.took}), taken ${manifest.taken_at} by version ${manifest.version}${signature === "signed" ? "" : `\n${unsigned[signature]}, which the audit trail records.`}
${log}
${keys[apiKey]}
Everything received or done after that time is gone: the page Webhooks shows it as an outage, and files active since are read again.
Accounts are as they were then; all sessions and one-time links have ended.
`;
}
